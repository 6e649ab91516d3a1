// Private notes for a table: kept in this browser, sent nowhere.

export function notesOf(table: string) {
  const name = (key: string) => `roundtable:${table}:${key}`;
  return {
    get(key: string): string | null {
      try {
        return localStorage.getItem(name(key));
      } catch {
        return null;
      }
    },
    set(key: string, value: string): void {
      try {
        localStorage.setItem(name(key), value);
      } catch {
        // Without storage there are no notes.
      }
    },
  };
}
