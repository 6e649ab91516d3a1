// How cards and people are named, on their own and in sentences.
import type {
  Chivalry,
  Damosel,
  EventCard,
  EventKind,
  EventPrinted,
  Knight,
  Move,
  PlayerSeen,
  Victory,
  View,
} from '../../wire/knights-and-damosels';

export type Kind = 'arms' | 'virtue' | 'vassalage';

export const CHIVALRIES: readonly Chivalry[] = [
  'horse',
  'sword',
  'armor',
  'honor',
  'loyalty',
  'valor',
  'farmer',
  'fisher',
  'forester',
];

const CARDS: Record<Chivalry, { short: string; name: string; kind: Kind }> = {
  horse: { short: 'Horse', name: 'War Horse', kind: 'arms' },
  sword: { short: 'Sword', name: 'Arming Sword', kind: 'arms' },
  armor: { short: 'Armor', name: 'Plate Armor', kind: 'arms' },
  honor: { short: 'Honor', name: 'Honor', kind: 'virtue' },
  loyalty: { short: 'Loyalty', name: 'Loyalty', kind: 'virtue' },
  valor: { short: 'Valor', name: 'Valor', kind: 'virtue' },
  farmer: { short: 'Farmer', name: 'Farmer', kind: 'vassalage' },
  fisher: { short: 'Fisher', name: 'Fisher', kind: 'vassalage' },
  forester: { short: 'Forester', name: 'Forester', kind: 'vassalage' },
};

export const KINDS: Record<Kind, string> = { arms: 'Arms', virtue: 'Virtue', vassalage: 'Vassalage' };
/** All cards of a kind. */
export const ALL_OF: Record<Kind, string> = { ...KINDS, virtue: 'Virtues' };

export const DAMOSELS: Record<Damosel, string> = {
  elaine: 'Elaine',
  guenever: 'Guenever',
  isoud: 'La Beale Isoud',
  morgan: 'Morgan le Fay',
  nimue: 'Nimue',
  viviane: 'Viviane',
};

/** Short names for narrow places. */
export const MAIDS: Record<Damosel, string> = {
  elaine: 'Elaine',
  guenever: 'Guenever',
  isoud: 'Isoud',
  morgan: 'Morgan',
  nimue: 'Nimue',
  viviane: 'Viviane',
};

export const KNIGHTS: Record<Knight, string> = {
  bors: 'Bors',
  gawain: 'Gawain',
  launcelot: 'Launcelot',
  percival: 'Percival',
  pelleas: 'Pelleas',
  tristram: 'Tristram',
};

export const EVENTS: Record<EventCard, string> = {
  badon: 'Mount Badon',
  carlion: 'Siege of Carlion',
  rome: 'Conquest of Rome',
  grail: 'Holy Grail',
  beast: 'Questing Beast',
  isoud: 'Tristram & Isoud',
  excalibur: 'Excalibur',
  marriage: "Arthur's Marriage",
  table: 'Round Table',
  adultery: 'The Adultery',
  merlin: 'Death of Merlin',
  mordred: 'Treason of Mordred',
};

interface KindOfEvent {
  name: string;
  rule: string;
  /** On the card, and in full; with what is special about the event. */
  gist: (special: string) => string;
  text: (special: string) => string;
}

export const EVENT_KINDS: Record<EventKind, KindOfEvent> = {
  war: {
    name: 'War',
    rule: 'KD-R15',
    gist: (special) => `Arms share 6, ${special} +1`,
    text: (special) =>
      `Offered Arms share 6 worship, ${special} earns 1 more, Vassalage 1 a card. Owners of Arms choose duty or ` +
      'betrayal in secret: a lone traitor takes 1 from each of the others.',
  },
  quest: {
    name: 'Quest',
    rule: 'KD-R15',
    gist: (special) => `Virtues share 6, ${special} +1`,
    text: (special) =>
      `Offered Virtues share 6 worship, ${special} earns 1 more, Vassalage 1 a card. Owners of Virtues choose duty ` +
      'or betrayal in secret: a lone traitor takes 1 from each of the others.',
  },
  prosperity: {
    name: 'Prosperity',
    rule: 'KD-R16',
    gist: (special) => `1 a card, ${special} +1`,
    text: (special) => `Every offered card earns 1 worship, ${special} 1 more. Nobody can betray.`,
  },
  disaster: {
    name: 'Disaster',
    rule: 'KD-R17',
    gist: (special) => `Strikes the ${special}`,
    text: (special) =>
      `Knights place their ${special} face-up or face-down in secret. The larger side goes back to the damosels; ` +
      'each card on the smaller side costs 2 worship.',
  },
};

/** What is printed on an event. */
export function printOf(view: View, event: EventCard): EventPrinted {
  const print = view.events.find((one) => one.event === event);
  if (!print) throw new Error(`${event} is not printed`);
  return print;
}

/** What makes an event special: the chivalry that earns more, or the kind that a disaster strikes. */
function special({ bonus, listed }: EventPrinted): string {
  if (bonus) return short(bonus);
  return listed[0] ? ALL_OF[kindOf(listed[0])] : '';
}

/** What an event does, in a few words for the card. */
export function eventGist(print: EventPrinted): string {
  return EVENT_KINDS[print.kind].gist(special(print));
}

/** What an event does, in a sentence or two. */
export function eventText(print: EventPrinted): string {
  return EVENT_KINDS[print.kind].text(special(print));
}

export const VICTORIES: Record<Victory, string> = {
  none: 'none',
  worship: 'worship',
  knight: 'knight',
  damosel: 'damosel',
};

export function short(card: Chivalry): string {
  return CARDS[card].short;
}

export function cardName(card: Chivalry): string {
  return CARDS[card].name;
}

export function kindOf(card: Chivalry): Kind {
  return CARDS[card].kind;
}

/** With an article, for sentences. */
export function theCard(card: Chivalry): string {
  return kindOf(card) === 'virtue' ? cardName(card) : `the ${cardName(card)}`;
}

export function cardText(card: Chivalry): string {
  return `${KINDS[kindOf(card)]}. A knight has each chivalry only once.`;
}

export function player(view: View, seat: number): PlayerSeen {
  return view.players[seat] as PlayerSeen;
}

/** The knight with most of a damosel's cards. */
export function champion(who: PlayerSeen, view: View): PlayerSeen | null {
  const most = Math.max(0, ...who.given);
  return most === 0 ? null : player(view, who.given.indexOf(most));
}

/** Who has a damosel's card, as far as it is shown. */
export function holder(damosel: Damosel, card: Chivalry, view: View): PlayerSeen | null {
  return (
    view.players.find((one) =>
      one.row.some(
        (laid) => laid.chivalry === card && laid.damosel.type === 'known' && laid.damosel.damosel === damosel,
      ),
    ) ?? null
  );
}

/** The cards to place face-up or face-down: each of them is face-up in one of the legal moves. */
export function toPlace(legal: readonly Move[]): Chivalry[] {
  return [...new Set(legal.flatMap((move) => (move.type === 'face' ? move.up : [])))];
}

/** A sentence or a move from the server, with the names of cards instead of their notation. */
export function speak(text: string): string {
  const events = (list: string) =>
    list
      .split(', ')
      .map((word) => EVENTS[word as EventCard] ?? word)
      .join(', ');
  return text
    .replaceAll('`', '')
    .replace(/\bchallenge (\d) /g, 'challenge seat $1 for ')
    .replace(/\btake (\d) /g, 'take from seat $1 ')
    .replace(
      /\b(gets|draws|discards?) ([a-z]+(?:, [a-z]+)*)/g,
      (_, verb: string, list: string) => `${verb} ${events(list)}`,
    )
    .replace(/\b[a-z]+\b/g, (word) => CARDS[word as Chivalry]?.short ?? word);
}
