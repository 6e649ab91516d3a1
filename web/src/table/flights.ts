// Flights: cards, tokens and jewels travel from their real place to their real slot. What flies is a copy of the very
// element that lies there before or after, so it shows nothing that the board does not show.
import type { Flight } from '../games/face';
import { spot } from './spots';

/** Colours and sizes that boards set on themselves: a copy in the sky needs them too. */
const INHERITED = ['--back', '--back-line', '--kind', '--card', '--card-ink', '--token', '--size'];

/** Sizes that may depend on the box they are in, so that the sky needs them in pixels. */
const LENGTHS = ['--card-w', '--t', '--tile-w', '--tile-h'];

/** Between the starts of two flights of one beat, as a part of a flight's time. */
const STAGGER = 0.18;

export interface Start {
  flight: Flight;
  rect: DOMRect;
  /** A copy of what lay there before. */
  copy: HTMLElement | null;
}

/** Looks where flights start. To be called before the board changes. */
export function look(flights: readonly Flight[]): Start[] {
  const found = flights.flatMap((flight) => {
    const element = spot(flight.from);
    return element ? [{ flight, element, rect: element.getBoundingClientRect() }] : [];
  });
  const copies = copied(found.filter(({ flight }) => flight.of === 'from').map(({ element }) => element));
  const copyOf = (flight: Flight, element: HTMLElement) =>
    flight.of === 'from' ? (copies.get(element)?.() ?? null) : null;
  return found.map(({ flight, element, rect }) => ({ flight, rect, copy: copyOf(flight, element) }));
}

/** Lets everything fly. To be called after the board has changed. Returns whether anything flies. */
export function depart(sky: HTMLElement, starts: readonly Start[], time: number): boolean {
  // Everything is looked at before anything is changed: looking after a change makes the browser lay out the board.
  const legs = starts.flatMap((start) => {
    const target = spot(start.flight.to);
    if (!target || start.rect.width === 0) return [];
    const to = target.getBoundingClientRect();
    return to.width === 0 ? [] : [{ ...start, target, to }];
  });
  const copies = copied(legs.filter(({ copy }) => !copy).map(({ target }) => target));
  legs.forEach((leg, index) => fly(sky, leg, leg.copy ?? copies.get(leg.target)?.() ?? null, time, index));
  return legs.length > 0;
}

interface Leg extends Start {
  target: HTMLElement;
  to: DOMRect;
}

function fly(sky: HTMLElement, leg: Leg, flying: HTMLElement | null, time: number, index: number): void {
  if (!flying) return;
  const { flight, rect: from, to, target, copy } = leg;
  const [size, other] = copy ? [from, to] : [to, from];
  flying.style.width = `${size.width}px`;
  flying.style.height = `${size.height}px`;
  sky.append(flying);
  // A copy keeps its size at one end; at the other it is scaled to what lies there, but never stretched.
  const scale = Math.max(0.3, Math.min(other.width / size.width, other.height / size.height, 1.6));
  const at = (rect: DOMRect, scaled: number) =>
    `translate(${rect.left + rect.width / 2 - size.width / 2}px, ${rect.top + rect.height / 2 - size.height / 2}px)` +
    ` scale(${scaled})`;
  const [first, last] = copy ? [at(from, 1), at(to, Math.min(scale, 1))] : [at(from, Math.min(scale, 1)), at(to, 1)];
  // The card at the end of the flight is not there before it lands.
  if (!copy) target.style.visibility = 'hidden';
  const options = {
    duration: time,
    delay: index * STAGGER * time,
    easing: 'cubic-bezier(.3,.1,.2,1)',
    fill: 'both',
  } as const;
  const motion = flying.animate([{ transform: first }, { transform: last }], options);
  if (flight.turn) turn(flying, options.duration, options.delay);
  const landed = () => {
    flying.remove();
    if (!copy) target.style.visibility = '';
  };
  motion.onfinish = landed;
  motion.oncancel = landed;
}

/** Ends all flights. */
export function land(sky: HTMLElement): void {
  for (const motion of sky.getAnimations({ subtree: true })) motion.cancel();
}

/** A card shows its back for the first half of its flight, and turns over in the middle. */
function turn(flying: HTMLElement, duration: number, delay: number): void {
  const back = document.createElement('span');
  back.className = 'card-back';
  flying.append(back);
  const card = flying.firstElementChild;
  card?.animate([{ scale: '1 1' }, { scale: '0 1', offset: 0.5 }, { scale: '1 1' }], { duration, delay });
  back.animate([{ scale: '1 1' }, { scale: '0 1', offset: 0.5 }, { scale: '0 1' }], { duration, delay, fill: 'both' });
}

/** Copies for the sky: they look the same, and nothing else finds them. */
function copied(elements: readonly HTMLElement[]): Map<HTMLElement, () => HTMLElement> {
  // Several may fly from or to one place: it gets one probe.
  const probes = new Map([...new Set(elements)].map((element) => [element, probe(element)]));
  const looks = new Map([...probes].map(([element, probe]) => [element, lookOf(element, probe)]));
  for (const probe of probes.values()) probe.remove();
  return new Map([...looks].map(([element, look]) => [element, () => copy(element, look)]));
}

type Look = readonly (readonly [string, string])[];

/** An element that makes the browser work out lengths: each is one side of it. */
const SIDES = ['width', 'height', 'left', 'top'] as const;

function probe(element: HTMLElement): HTMLElement {
  const probe = document.createElement('i');
  const sides = LENGTHS.map((name, side) => `${SIDES[side]}: var(${name})`).join(';');
  probe.style.cssText = `position: absolute; visibility: hidden; ${sides}`;
  element.append(probe);
  return probe;
}

/** What an element inherits, for a copy elsewhere. */
function lookOf(element: HTMLElement, probe: HTMLElement): Look {
  const [look, sides] = [getComputedStyle(element), getComputedStyle(probe)];
  return [
    ...INHERITED.map((name) => [name, look.getPropertyValue(name)] as const),
    ...LENGTHS.map((name, side) => [name, look.getPropertyValue(name) && sides[SIDES[side] ?? 'width']] as const),
    ['color', look.color] as const,
    ['font', look.font] as const,
  ].filter(([, value]) => value);
}

function copy(element: HTMLElement, look: Look): HTMLElement {
  const shell = document.createElement('div');
  shell.className = 'flying';
  shell.setAttribute('aria-hidden', 'true');
  for (const [name, value] of look) shell.style.setProperty(name, value);
  const copy = element.cloneNode(true) as HTMLElement;
  copy.style.visibility = '';
  for (const part of [copy, ...copy.querySelectorAll<HTMLElement | SVGElement>('*')]) {
    // Parts of drawings find each other by their ids.
    if (!(part instanceof SVGElement)) part.removeAttribute('id');
    for (const name of ['data-spot', 'data-part', 'data-testid', 'aria-label', 'role', 'title'])
      part.removeAttribute(name);
    part.classList.remove('open', 'picked', 'dead');
    if (part instanceof HTMLButtonElement) part.disabled = true;
  }
  shell.append(copy);
  return shell;
}
