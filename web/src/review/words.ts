// How a review writes its numbers. 100 points are a victory.

/** One digit is enough beside standard errors. */
export function points(amount: number): string {
  const digits = Math.abs(amount).toFixed(1);
  return amount < 0 && digits !== '0.0' ? `−${digits}` : digits;
}

export function signed(amount: number): string {
  const text = points(amount);
  return amount > 0 && text !== '0.0' ? `+${text}` : text;
}

export function within(amount: number, error: number): string {
  return `${points(amount)} ± ${points(error)}`;
}

/** A moment in words, for the middle of a sentence. */
export function when(ply: number): string {
  return ply === 0 ? 'at the start' : `after move ${ply}`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
