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
  return flights.flatMap((flight) => {
    const element = spot(flight.from);
    if (!element) return [];
    return [{ flight, rect: element.getBoundingClientRect(), copy: flight.of === 'from' ? copied(element) : null }];
  });
}

/** Lets everything fly. To be called after the board has changed. Returns whether anything flies. */
export function depart(sky: HTMLElement, starts: readonly Start[], time: number): boolean {
  let flown = 0;
  for (const { flight, rect: from, copy } of starts) {
    const target = spot(flight.to);
    if (!target) continue;
    const to = target.getBoundingClientRect();
    const flying = copy ?? copied(target);
    if (to.width === 0 || from.width === 0) continue;
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
      delay: flown * STAGGER * time,
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
    flown++;
  }
  return flown > 0;
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

/** A copy for the sky: it looks the same, and nothing else finds it. */
function copied(element: HTMLElement): HTMLElement {
  const shell = document.createElement('div');
  shell.className = 'flying';
  shell.setAttribute('aria-hidden', 'true');
  const look = getComputedStyle(element);
  for (const name of INHERITED) {
    const value = look.getPropertyValue(name);
    if (value) shell.style.setProperty(name, value);
  }
  for (const name of LENGTHS) {
    if (look.getPropertyValue(name)) shell.style.setProperty(name, measured(element, name));
  }
  shell.style.color = look.color;
  shell.style.font = look.font;
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

/** A length that an element inherits, in pixels. */
function measured(element: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.cssText = `position: absolute; visibility: hidden; width: var(${name})`;
  element.append(probe);
  const { width } = getComputedStyle(probe);
  probe.remove();
  return width;
}
