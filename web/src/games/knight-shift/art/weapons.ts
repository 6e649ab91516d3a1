// The four weapons.
import { disc, fill, GOLD, line, STEEL, WOOD, type Drawing } from './shapes';

export const axe: Drawing = {
  lean: 28,
  shapes: [
    fill(WOOD.light, 'M45 6H50V98H45Z'),
    fill(WOOD.dark, 'M50 6H55V98H50Z'),
    fill(STEEL.mid, 'M47 20C36 22 25 15 18 8C6 26 6 46 18 64C25 56 36 49 47 51Z'),
    fill(STEEL.light, 'M18 8C6 26 6 46 18 64L23 59C14 45 14 27 23 13Z'),
    fill(STEEL.dark, 'M53 20C64 22 75 15 82 8C94 26 94 46 82 64C75 56 64 49 53 51Z'),
    fill(STEEL.mid, 'M82 8C94 26 94 46 82 64L77 59C86 45 86 27 77 13Z'),
    fill(GOLD.mid, 'M42 17H58V23H42ZM42 48H58V54H42Z'),
    fill(GOLD.mid, 'M43 88H57V97H43Z'),
  ],
};

export const sword: Drawing = {
  lean: 34,
  shapes: [
    fill(STEEL.light, 'M50 0L42 13V68H50Z'),
    fill(STEEL.mid, 'M50 0L58 13V68H50Z'),
    line(STEEL.dark, 2.4, 'M50 18V62'),
    fill(GOLD.mid, 'M24 66H76V74H24Z'),
    fill(GOLD.light, 'M24 66H76V69H24Z'),
    disc(GOLD.mid, 24, 70, 6),
    disc(GOLD.dark, 76, 70, 6),
    fill('#7c2a22', 'M45 74H55V90H45Z'),
    line('#4f1812', 2, 'M45 79H55M45 84H55'),
    disc(GOLD.mid, 50, 94, 7),
    disc('#b5342a', 50, 94, 3.4),
  ],
};

export const lance: Drawing = {
  lean: 38,
  shapes: [
    fill('#f3ead2', 'M50 -12L56 64H44Z'),
    fill('#2c6230', 'M48.6 6L51.6 8L52.8 22L47.4 18ZM46.6 28L53.6 34L54.6 46L45.8 40ZM45 50L55.2 56L55.8 64H44Z'),
    fill(STEEL.light, 'M50 -14L53 4H47Z'),
    fill('#b5342a', 'M52 10C66 4 74 14 90 8C86 16 88 22 92 28C76 32 68 22 53 28Z'),
    fill('#8c231b', 'M53 20C66 16 76 26 90 22L92 28C76 32 68 22 53 28Z'),
    fill(STEEL.mid, 'M33 72C36 60 44 56 50 56V76H33Z'),
    fill(STEEL.dark, 'M67 72C64 60 56 56 50 56V76H67Z'),
    fill(WOOD.mid, 'M45 76H55V110H45Z'),
    fill(WOOD.dark, 'M50 76H55V110H50Z'),
    fill(GOLD.mid, 'M33 72H67V77H33Z'),
  ],
};

export const bow: Drawing = {
  lean: 32,
  shapes: [
    line('#f3ead2', 2.6, 'M34 3V97'),
    line(WOOD.dark, 9, 'M34 3C46 10 72 24 72 50C72 76 46 90 34 97'),
    line(WOOD.light, 4, 'M34 2C45 9 70 23 70 50C70 77 45 91 34 98'),
    line('#6a3480', 11, 'M70 39C72 46 72 54 70 61'),
    line('#a56cc0', 3, 'M68 40C70 46 70 54 68 60'),
    disc(GOLD.mid, 34, 4, 4.4),
    disc(GOLD.mid, 34, 96, 4.4),
  ],
};
