// What the keys do at a table.
import { inspector } from '../kit/inspector.svelte';
import type { Panels } from './panels.svelte';
import { rove } from './roving';
import type { Session } from './session.svelte';

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

export function pressed(event: KeyboardEvent, session: Session, panels: Panels): void {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector('dialog[open]')) return;
  const actions: Record<string, () => void> = {
    Escape: () => (session.director.skipAll(), session.chooser.clear(), inspector.hide()),
    c: () => void session.confirm(),
    h: () => session.table?.hints && session.choice && void session.hint(),
    r: () => panels.showRule(session.rule),
    l: () => (panels.show('log'), document.querySelector<HTMLElement>('.log')?.focus()),
  };
  // Space belongs to the button that has the focus.
  if (event.key === ' ' && session.director.playing && !(event.target instanceof HTMLButtonElement))
    actions[' '] = session.director.skip;
  // The letters of verbs are shown on their buttons.
  const verb = document.querySelector<HTMLElement>(`.verb[data-key="${CSS.escape(event.key)}"]`);
  if (rove(event.key)) return event.preventDefault();
  const action = verb ? () => verb.click() : actions[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}
