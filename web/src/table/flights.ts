// Flying cards: brief, above everything, ended by a click. They show only what was told, and start at whole places,
// never at a single hidden card.
import type { Flight } from '../games/face';
import { settings } from '../lib/settings.svelte';

const TOTAL = 380;
const MOST = 14;

export function fly(layer: HTMLElement, flights: readonly Flight[]): void {
  if (!settings.motion || document.hidden) return;
  const shown = flights.slice(0, MOST);
  const step = shown.length > 1 ? Math.min(40, 160 / (shown.length - 1)) : 0;
  shown.forEach((flight, index) => {
    const from = spot(flight.from);
    const to = spot(flight.to);
    if (!from || !to) return;
    const ghost = document.createElement('span');
    ghost.className = flight.face === undefined ? 'ghost back' : 'ghost';
    ghost.textContent = flight.face ?? '';
    ghost.setAttribute('aria-hidden', 'true');
    layer.append(ghost);
    const at = (rect: DOMRect) =>
      `translate(${rect.left + rect.width / 2}px, ${rect.top + rect.height / 2}px) translate(-50%, -50%)`;
    const motion = ghost.animate(
      [
        { transform: at(from), opacity: 1 },
        { transform: at(to), opacity: 0.85 },
      ],
      {
        duration: TOTAL - step * (shown.length - 1),
        delay: step * index,
        easing: 'cubic-bezier(.3,.1,.3,1)',
        fill: 'both',
      },
    );
    motion.onfinish = motion.oncancel = () => ghost.remove();
  });
}

export function land(layer: HTMLElement): void {
  for (const motion of layer.getAnimations({ subtree: true })) motion.cancel();
}

function spot(name: string): DOMRect | null {
  return document.querySelector(`[data-spot="${CSS.escape(name)}"]`)?.getBoundingClientRect() ?? null;
}
