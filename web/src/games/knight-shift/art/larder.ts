// What is eaten, drunk and met after dark.
import { disc, fill, GOLD, line, STEEL, WOOD, type Drawing } from './shapes';

export const food2: Drawing = {
  shapes: [
    fill(GOLD.light, 'M4 56L58 22L96 46Z'),
    fill('#eab83f', 'M4 56L96 46V78L4 88Z'),
    fill('#c8922a', 'M66 49.3L96 46V78L66 81.3Z'),
    disc('#a97a1c', 26, 70, 8, 7),
    disc('#a97a1c', 52, 62, 5.5, 5),
    disc('#8a6216', 78, 66, 7, 6.5),
    disc('#d5a332', 58, 36, 7, 3.6),
    line('#b5342a', 5, 'M4 58V86'),
  ],
};

export const food3: Drawing = {
  lean: 40,
  shapes: [
    fill('#fbf4e2', 'M45 66H55V90H45Z'),
    disc('#fbf4e2', 44, 93, 6.4),
    disc('#e2d6ba', 56, 93, 6.4),
    fill('#b26a2b', 'M50 2C78 2 86 30 76 50C69 64 59 66 56 78H44C41 66 31 64 24 50C14 30 22 2 50 2Z'),
    fill('#8a4a18', 'M60 4C80 10 85 32 76 50C69 64 59 66 56 78H50C54 58 74 44 60 4Z'),
    fill('#db9a54', 'M36 12C24 20 24 36 31 46C33 32 34 22 44 11Z'),
  ],
};

export const food4: Drawing = {
  shapes: [
    disc(STEEL.dark, 50, 80, 47, 11),
    disc(STEEL.light, 50, 77, 47, 11),
    disc(STEEL.mid, 50, 77, 38, 8),
    fill('#4f7d3a', 'M8 76C12 66 22 66 28 74C24 82 14 82 8 76ZM72 78C78 68 88 68 92 74C88 82 78 84 72 78Z'),
    fill('#b26a2b', 'M13 64C13 42 32 26 54 26C74 26 88 44 86 62C84 80 15 82 13 64Z'),
    fill('#8a4a18', 'M70 30C82 38 88 50 86 62C84 80 36 80 22 75C54 74 80 66 70 30Z'),
    fill('#db9a54', 'M24 52C30 38 42 32 52 32C46 38 36 44 30 56Z'),
    fill('#c47b36', 'M50 46C64 36 80 44 78 57C76 69 60 72 50 64C46 58 46 52 50 46Z'),
    line('#fbf4e2', 6, 'M76 48L88 36'),
    disc('#fbf4e2', 88, 33, 4.4),
    disc('#e2d6ba', 92, 37, 4.4),
    line('#fff8e6', 3, 'M36 20C32 14 40 10 36 3M52 18C48 12 56 8 52 1M68 20C64 14 72 10 68 3'),
  ],
};

export const booze: Drawing = {
  shapes: [
    line(WOOD.dark, 9, 'M68 46C92 42 92 80 68 78'),
    line(WOOD.light, 3, 'M68 44C88 41 89 70 80 76'),
    fill(WOOD.light, 'M20 34H46V95C36 95 28 93 23 91Z'),
    fill(WOOD.mid, 'M72 34H46V95C56 95 64 93 69 91Z'),
    line(WOOD.dark, 2.4, 'M33 40V92M46 40V94M59 40V92'),
    line(STEEL.dark, 7, 'M21 52H71M23 82H69'),
    line(STEEL.mid, 3, 'M21 51H60M23 81H58'),
    fill(
      '#fffaf0',
      'M14 34C10 22 22 16 29 20C32 10 48 8 53 17C61 11 74 15 74 25' +
        'C82 28 80 38 73 38C72 46 64 46 63 39H36C36 54 26 54 26 42C20 44 15 40 14 34Z',
    ),
    fill('#e6d9bb', 'M74 25C82 28 80 38 73 38C72 46 64 46 63 39H48C60 36 70 34 74 25Z'),
  ],
};

/** The sign of the kind, for small cards. */
export const lips: Drawing = {
  shapes: [
    fill('#c8324f', 'M4 46C20 38 32 22 43 28Q50 32 57 28C68 22 80 38 96 46C72 44 62 50 50 50C38 50 28 44 4 46Z'),
    fill('#a12342', 'M4 46C28 44 38 54 50 54C62 54 72 44 96 46C84 68 68 80 50 80C32 80 16 68 4 46Z'),
    fill('#e77f93', 'M32 66C40 72 52 73 60 70C54 64 42 62 32 66Z'),
    fill('#f2a5b3', 'M24 38C30 32 36 29 41 31C36 34 30 37 24 38Z'),
  ],
};

export const companions: Drawing = {
  shapes: [
    fill('#3a1d2c', 'M58 40C74 34 88 44 86 60L98 104H66Z'),
    fill('#c99a78', 'M66 50C78 46 86 54 84 66C82 76 72 80 66 74Z'),
    fill('#2b1720', 'M26 46C24 22 74 22 74 46C80 62 80 76 74 84H26C20 76 20 62 26 46Z'),
    fill('#e9bd97', 'M42 70H58V88H42Z'),
    fill('#a02860', 'M2 140C4 92 24 82 42 82C46 92 54 92 58 82C76 82 96 92 98 140Z'),
    fill('#7d1c49', 'M98 140C96 92 76 82 58 82C55 90 52 92 50 92V140Z'),
    disc('#f3cda9', 50, 56, 18, 21),
    fill('#dcab83', 'M58 37C70 42 72 72 56 76C62 66 64 50 58 37Z'),
    fill('#2b1720', 'M28 50C38 43 46 48 50 51C54 48 62 43 72 50C70 62 58 62 50 56C42 62 30 62 28 50Z'),
    disc('#fffaf0', 41, 53, 4, 2.6),
    disc('#fffaf0', 59, 53, 4, 2.6),
    fill('#c8324f', 'M41 68C45 65 48 65 50 66.6C52 65 55 65 59 68C56 74 44 74 41 68Z'),
    fill('#6b1f4a', 'M10 42C28 34 72 34 90 42C78 50 22 50 10 42Z'),
    fill('#8d2b62', 'M28 38C28 12 72 12 72 38C60 42 40 42 28 38Z'),
    fill('#6b1f4a', 'M56 17C68 20 72 28 72 38C66 40 60 41 54 41Z'),
    fill('#f7efdb', 'M66 34C72 12 90 4 100 12C98 26 84 36 66 38Z'),
    line('#d3c4a0', 2.4, 'M68 36C78 26 86 18 96 14'),
  ],
};
