// What is worn, carried, sat upon and shot: the partners of the weapons, and the undergarments.
import { disc, fill, GOLD, line, STEEL, WOOD, type Drawing } from './shapes';

export const armor: Drawing = {
  shapes: [
    fill(STEEL.light, 'M27 12C33 22 40 24 50 24V94H34C33 84 22 72 17 54C20 44 20 36 11 25Z'),
    fill(STEEL.mid, 'M73 12C67 22 60 24 50 24V94H66C67 84 78 72 83 54C80 44 80 36 89 25Z'),
    fill(STEEL.dark, 'M83 54C78 72 67 84 66 94H58C62 78 74 66 76 46C76 36 76 28 79 20L89 25C80 36 80 44 83 54Z'),
    line(STEEL.dark, 3, 'M50 24V70'),
    line('#9c2a20', 5, 'M24 68C38 76 62 76 76 68'),
    fill(GOLD.mid, 'M44 68H56V80H44Z'),
    line(STEEL.dark, 3, 'M36 84H64'),
    line(GOLD.mid, 4, 'M27 12C33 23 40 25 50 25C60 25 67 23 73 12'),
  ],
};

const HEATER = 'M14 8H86V46C86 72 66 88 50 97C34 88 14 72 14 46Z';

export const shield: Drawing = {
  shapes: [
    fill(STEEL.dark, HEATER),
    fill('#2f6b9d', 'M20 14H50V90C36 82 20 68 20 46Z'),
    fill('#1f4d76', 'M80 14H50V90C64 82 80 68 80 46Z'),
    fill('#f7efdb', 'M42 14H50V90L42 85ZM20 38H50V54H20.6Z'),
    fill('#d9cba8', 'M58 14H50V90L58 85ZM80 38H50V54H79.4Z'),
    disc(GOLD.dark, 50, 46, 11),
    disc(GOLD.mid, 49, 45, 9),
    disc(GOLD.light, 46.5, 42, 3.6),
  ],
};

export const horse: Drawing = {
  shapes: [
    fill('#4a2b16', 'M58 10C84 16 98 50 97 102H78C82 70 76 42 54 26Z'),
    fill(
      '#9a6437',
      'M86 102C88 62 78 34 60 22L58 4L49 17C42 19 36 25 32 33L13 61C9 68 11 76 18 78L27 80' +
        'C33 80 38 74 44 72C50 70 54 67 58 63C57 77 50 88 40 102Z',
    ),
    fill('#75471f', 'M86 102C88 62 78 34 62 24C72 44 66 60 58 63C57 77 50 88 40 102Z'),
    fill('#4a2b16', 'M49 17C46 24 42 30 34 33C38 22 44 18 49 17Z'),
    fill('#f3e4c6', 'M40 22C36 26 33 31 31 35L17 57L22 60L36 38C40 32 42 28 44 21Z'),
    disc('#2b1a10', 45, 38, 3.8),
    disc('#fff', 44, 36.6, 1.3),
    disc('#4a2b16', 18, 69, 2.6),
    line('#2c6230', 4.6, 'M24 46L36 75M36 75C48 66 52 46 54 30M30 59L70 74'),
    disc(GOLD.mid, 36, 74, 4.6),
  ],
};

const feather = (x: number, colour: string, shade: string) => [
  line(WOOD.dark, 2.6, `M${x} 20V48`),
  fill(colour, `M${x} 0L${x - 6} 8V26L${x} 33Z`),
  fill(shade, `M${x} 0L${x + 6} 8V26L${x} 33Z`),
];

export const arrows: Drawing = {
  lean: 24,
  shapes: [
    ...feather(36, '#f7efdb', '#d3c4a0'),
    ...feather(64, '#f7efdb', '#d3c4a0'),
    ...feather(50, '#c04636', '#8f2a1e'),
    fill(WOOD.light, 'M28 38H50V99C44 99 38 97 36 93Z'),
    fill(WOOD.mid, 'M72 38H50V99C56 99 62 97 64 93Z'),
    fill('#6a3480', 'M27 38H73L72 48H28Z'),
    fill('#52246a', 'M50 38H73L72 48H50Z'),
    line('#6a3480', 6, 'M33 78H67'),
    line(GOLD.mid, 3, 'M50 54L56 62L50 70L44 62Z'),
  ],
};

export const undergarments: Drawing = {
  shapes: [
    fill('#fdfaf0', 'M16 18H50V50L43 88L7 80Z'),
    fill('#dfe4ea', 'M84 18H50V50L57 88L93 80Z'),
    fill('#fdfaf0', 'M50 18H62L56 50H50Z'),
    ...[
      [24, 36],
      [38, 46],
      [22, 58],
      [35, 66],
      [19, 74],
      [64, 36],
      [76, 44],
      [66, 58],
      [79, 64],
      [70, 76],
      [50, 34],
    ].map(([x, y]) => disc('#c04a5c', x ?? 0, y ?? 0, 3.4)),
    fill('#46505a', 'M15 14H85V24H15Z'),
    fill('#6d7984', 'M15 14H50V24H15Z'),
    line('#b9c0c8', 3, 'M50 24V50'),
    fill(WOOD.light, 'M25 6H31V20H25Z'),
    fill(WOOD.mid, 'M69 6H75V20H69Z'),
  ],
};
