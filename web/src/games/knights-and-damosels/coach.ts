// One sentence for people who play their first games: what matters in the decision at hand, read off the table. It
// names figures and people, never a best move.
import type { Chivalry, PlayerSeen, View } from '../../wire/knights-and-damosels';
import type { Scene } from '../face';
import { ALL_OF, champion, EVENTS, type Kind, KINDS, kindOf, KNIGHTS, MAIDS, player, short, theCard } from './cards';

const KIND_NAMES: readonly Kind[] = ['arms', 'virtue', 'vassalage'];

/** "2 Arms, 1 Virtue and 0 Vassalage" */
function counted(cards: readonly Chivalry[]): string {
  const [arms, virtues, vassals] = KIND_NAMES.map((kind) => {
    const count = cards.filter((card) => kindOf(card) === kind).length;
    return `${count} ${count === 1 ? KINDS[kind] : ALL_OF[kind]}`;
  });
  return `${arms}, ${virtues} and ${vassals}`;
}

function some(cards: readonly Chivalry[]): string {
  const names = cards.map(short);
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');
}

const row = (who: PlayerSeen) => who.row.map((card) => card.chivalry);

function giving(view: View, who: PlayerSeen): string {
  const best = champion(who, view);
  if (!best) {
    const free = who.pile.filter(
      (card) => !view.players.some((one) => one.seat !== who.seat && row(one).includes(card)),
    );
    return (
      `Nobody holds a card of ${MAIDS[who.damosel]} yet. Knights take only what they lack: ` +
      `${free.length} of her chivalries are new to every other knight.`
    );
  }
  const lacks = who.pile.filter((card) => !row(best).includes(card));
  return (
    `${KNIGHTS[best.knight]} holds ${who.progress.given} of the ${view.goals.given} you need and lacks ` +
    `${some(lacks) || 'nothing that she has'}. Others may take the gift first.`
  );
}

function selecting(view: View, who: PlayerSeen): string {
  const listed = view.event?.kind === 'disaster' ? [] : (view.event?.listed ?? []);
  const free = view.display.filter((card) => card.selected_by === null).map((card) => card.chivalry);
  const wanted = free.filter((card) => listed.includes(card) && !row(who).includes(card));
  const name = view.event ? EVENTS[view.event.event] : 'The event';
  const event =
    view.event?.kind === 'disaster'
      ? `${name} strikes ${some(view.event.listed)}.`
      : `Of the free cards you lack, ${name} pays ${some([...new Set(wanted)]) || 'none'}.`;
  return (
    `${event} ${KNIGHTS[who.knight]} has ${who.progress.earned} of ${view.goals.earned}; ` +
    `you have ${who.progress.worship} worship for jousts.`
  );
}

function offering(view: View, who: PlayerSeen): string {
  const taken = view.offered.map((offer) => offer.chivalry);
  const open = row(who).filter((card) => view.event?.listed.includes(card) && !taken.includes(card));
  const bonus = view.event?.bonus;
  return (
    `You can still offer ${some(open) || 'nothing'}; each chivalry is offered by one knight only` +
    `${bonus && !taken.includes(bonus) ? `, and ${theCard(bonus)} earns 1 more` : ''}.`
  );
}

function placing(view: View, who: PlayerSeen): string {
  const struck = view.event?.listed ?? [];
  if (view.event?.kind === 'disaster') {
    const all = view.players.map((one) => row(one).filter((card) => struck.includes(card)).length);
    const total = all.reduce((sum, count) => sum + count, 0);
    return (
      `${total} struck cards lie with all knights, ${all[who.seat] ?? 0} with yours. You have ` +
      `${who.progress.worship} worship to pay with, at 2 a card on the smaller side.`
    );
  }
  const kind: Kind = view.event?.kind === 'quest' ? 'virtue' : 'arms';
  const sharing = view.offered.filter((offer) => kindOf(offer.chivalry) === kind);
  const mine = sharing.filter((offer) => offer.seat === who.seat).length;
  return sharing.length === mine
    ? `No other knight has offered ${ALL_OF[kind]}: nobody can betray you here, and 6 are shared by ${mine}.`
    : `${sharing.length} offered ${ALL_OF[kind]} share 6, ${mine} of them yours. One betrayal takes from the rest; ` +
        'if all betray, everybody loses.';
}

function fighting(view: View, seat: number): string | null {
  const side = view.battle?.forces.find((force) => force.seat === seat)?.side;
  const foes = view.battle?.forces.filter((force) => force.side !== side).flatMap((force) => force.hand) ?? [];
  return foes.length === 0
    ? null
    : `The other side holds ${counted(foes)}. Arms beat Vassalage, Vassalage beats Virtue, Virtue beats Arms.`;
}

export function coach({ view, me, names }: Scene<View>): string | null {
  if (me === null) return null;
  const who = player(view, me);
  switch (view.step.type) {
    case 'arthur_discards':
      return (
        `${KNIGHTS[who.knight]} has ${counted(row(who))}: wars pay Arms, quests Virtues. ` +
        `${names[view.merlin]} chooses from what you leave.`
      );
    case 'merlin_discards':
      return (
        `${KNIGHTS[who.knight]} has ${counted(row(who))}, before this round's gift. ` +
        'Wars pay Arms, quests Virtues; compare with the other knights.'
      );
    case 'giving':
      return giving(view, who);
    case 'selecting':
      return selecting(view, who);
    case 'offering':
      return offering(view, who);
    case 'jousting': {
      const joust = view.joust;
      if (!joust) return null;
      const other = player(view, joust.challenger === me ? joust.challenged : joust.challenger);
      const holder = joust.holder === me ? 'you have' : `${names[other.seat]} has`;
      return (
        `Pass ${joust.pass} for ${theCard(joust.chivalry)}: ${holder} the right. ` +
        `Worship: ${who.progress.worship} against ${other.progress.worship}.`
      );
    }
    case 'replacing':
      return 'It is not a turn: you cannot challenge now, but others may challenge for what you take.';
    case 'placing':
      return placing(view, who);
    case 'taking':
      return `It will fight for you beside the ${who.progress.earned} cards of ${KNIGHTS[who.knight]}.`;
    case 'siding':
      return `You bring ${counted(row(who))}. The side with fewer players cannot be harmed at first.`;
    case 'fighting':
      return fighting(view, me);
    case 'over':
      return null;
  }
}
