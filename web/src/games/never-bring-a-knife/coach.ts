// One sentence that names what matters in the decision at hand, read from the view. It never says what to do.
import type { Place, PlayerSeen, View } from '../../wire/never-bring-a-knife';
import type { Scene } from '../face';
import { fallen, many, placeName, ROLES, wounds } from './cards';

type Here = Scene<View>;

export function coach(scene: Here): string | null {
  const { view, me } = scene;
  const own = me === null ? undefined : view.players[me];
  if (!own) return null;
  switch (view.step.type) {
    case 'play':
      return atStake(scene, own) ?? threat(own) ?? allies(scene, own);
    case 'intel':
      return looking(scene);
    case 'hit': {
      const price = `${view.prices.hit} of your ${view.step.money + own.bank} Money`;
      return `The Hit wounds anybody at once for ${price}; in the bank it waits until Money talks.`;
    }
    case 'talk':
      return falling(scene) ?? spending(scene, own);
    case 'over':
      return null;
  }
}

/** What the viewer knows of a player: a friend, an enemy, or nothing. */
function side(own: PlayerSeen, other: PlayerSeen): 'friend' | 'enemy' | null {
  const [mine, theirs] = [own.role.known, other.role.known];
  if (mine.type === 'unknown' || theirs.type === 'unknown') return null;
  return mine.role === theirs.role ? 'friend' : 'enemy';
}

/** Somebody whose stack still takes cards, and who falls with the next wound: one whose side is known first. */
function atStake({ view, names, me }: Here, own: PlayerSeen): string | null {
  const close = view.players.filter(
    (one) => one.wounds > 0 && one.wounds >= view.prices.fall - 1 && one.stack.length < 4 && !one.revealed,
  );
  const one = close.find(({ seat }) => seat === me) ?? close.find((other) => side(own, other)) ?? close[0];
  if (!one) return null;
  const now = `${wounds(one.wounds)}: one more is a fall`;
  if (one.seat === me) return `You have ${now}, and a fall counts against your team.`;
  const known = side(own, one);
  const whose = known === 'friend' ? 'a friend' : known === 'enemy' ? 'an enemy' : 'friend or enemy';
  return `${names[one.seat]}, ${whose}, has ${now}.`;
}

/** Guns in sight before the viewer. */
function threat(own: PlayerSeen): string | null {
  const open = own.stack.filter(({ card }) => card.type === 'known').map(({ card }) => card);
  const count = (name: string) => open.filter((card) => card.type === 'known' && card.card === name).length;
  const guns = count('gun') - count('armor');
  const hidden = own.stack.length - open.length;
  const free = 4 - own.stack.length;
  if (guns < 1 || free < 1) return null;
  const what = `${guns} ${guns === 1 ? 'Gun' : 'Guns'} without Armor${hidden ? ` and ${hidden} unknown` : ''}`;
  return `Before you: ${what}, ${free} ${free === 1 ? 'place' : 'places'} free. Every two Guns are a wound.`;
}

/** Whom the viewer can count on, and what cards give away. */
function allies({ view, names, me }: Here, own: PlayerSeen): string | null {
  const others = view.players.filter(({ seat }) => seat !== me);
  const called = (what: 'friend' | 'enemy') =>
    others
      .filter((one) => side(own, one) === what)
      .map(({ seat }) => names[seat])
      .join(', ');
  const known = [
    called('friend') && `on your side is ${called('friend')}`,
    called('enemy') && `against you is ${called('enemy')}`,
  ].filter(Boolean);
  if (known.length === 0) return 'You know nobody yet: watch who lays what before whom, and who answers.';
  const first =
    many(own.hand) === 4
      ? 'Your first card goes to somebody else.'
      : 'The others show by their cards where they stand.';
  return `What you know: ${known.join('; ')}. ${first}`;
}

function looking({ view, names, me }: Here): string | null {
  const places: Place[] = view.players
    .filter(({ seat, role }) => seat !== me && role.known.type === 'unknown')
    .map(({ seat }): Place => seat);
  if (view.boss.known.type === 'unknown') places.push('boss');
  if (places.length === 0) return 'You know all role cards; everybody sees where you look.';
  // A long list says nothing at a glance.
  const which = places.length > 4 ? `${places.length} role cards` : places.map((at) => placeName(at, names)).join(', ');
  return `You do not know yet: ${which}. Everybody sees where you look, nobody sees what.`;
}

function falling({ view, names, me }: Here): string | null {
  const down = view.players.find(({ seat }) => fallen(view, seat));
  if (!down) return null;
  const role = down.role.known.type === 'unknown' ? 'unknown team' : ROLES[down.role.known.role].name;
  const who = down.seat === me ? 'You have' : `${names[down.seat]} (${role}) has`;
  return `${who} ${wounds(down.wounds)}: unless healed before Money Talks ends, that is a fall, and the game is over.`;
}

function spending({ view }: Here, { bank }: PlayerSeen): string {
  const { heal, look } = view.prices;
  return `Of ${bank} Money a heal costs ${heal}, a look ${look}; what stays in the bank, Crime can take.`;
}
