// Places on the table. An element may be several places at once: its `data-spot` lists them, separated by spaces.

export function spot(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-spot~="${CSS.escape(name)}"]`);
}
