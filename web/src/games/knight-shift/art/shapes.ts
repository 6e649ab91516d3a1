// What drawings are made of: flat shapes in a box of 100 by 100, the last one on top. Light comes from above on the
// left, so that the right side of a thing has the darker tone.

export interface Shape {
  d: string;
  fill?: string;
  /** The colour of a line, and how wide it is. */
  line?: string;
  wide?: number;
}

export interface Drawing {
  shapes: readonly Shape[];
  /** Things are drawn upright and then leant to one side, in degrees. */
  lean?: number;
}

export const STEEL = { light: '#eef2f4', mid: '#bcc7cf', dark: '#7b8994', deep: '#4d5963' };
export const WOOD = { light: '#b98048', mid: '#8f5d30', dark: '#633d1c' };
export const GOLD = { light: '#f7dd88', mid: '#dfae38', dark: '#a97a1c' };

export const fill = (colour: string, d: string): Shape => ({ d, fill: colour });
export const line = (colour: string, wide: number, d: string): Shape => ({ d, line: colour, wide });

/** A disc, or an ellipse. */
export function disc(colour: string, x: number, y: number, across: number, down = across): Shape {
  return fill(
    colour,
    `M${x - across} ${y}a${across} ${down} 0 1 0 ${across * 2} 0a${across} ${down} 0 1 0 ${-across * 2} 0Z`,
  );
}
