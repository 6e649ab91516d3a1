// Heads for the Knights' portraits, in a box of 160 by 160: the face is around 80, 60. What lies behind the face and
// what lies before it are drawn apart.
import type { Eyes, Hair, Helm, Look } from './knights';
import { disc, fill, GOLD, line, STEEL, type Shape } from './shapes';

const DARK = 'rgb(0 0 0 / 22%)';

/** What hangs down behind the face. */
export function behind({ helm, hair, shade }: Look): Shape[] {
  if (hair === 'braids' && helm !== 'great')
    return [fill(shade, 'M54 50C52 26 108 26 106 50V84H54Z'), ...braid(shade, 52), ...braid(shade, 108)];
  if (hair === 'braids') return [...braid(shade, 50, 84), ...braid(shade, 110, 84)];
  if (hair === 'curls')
    return [
      [54, 44],
      [52, 60],
      [53, 76],
      [58, 90],
      [106, 44],
      [108, 60],
      [107, 76],
      [102, 90],
    ].map(([x, y]) => disc(shade, x ?? 0, y ?? 0, 11));
  return helm === 'circlet' ? [fill(shade, 'M55 60C50 20 110 20 105 60L108 86H52Z')] : [];
}

function braid(shade: string, x: number, from = 72): Shape[] {
  return [0, 12, 24, 36].flatMap((down, index) => [
    disc(shade, x, from + down, 9 - index * 0.8, 8),
    line(DARK, 2, `M${x - 6} ${from + down + 6}L${x + 6} ${from + down + 6}`),
  ]);
}

function eyes(kind: Eyes): Shape[] {
  if (kind === 'shut') return [line('#2b2118', 2.6, 'M67 58Q71 61 75 58M85 58Q89 61 93 58')];
  const open = [disc('#2b2118', 71, 58, 2.7), disc('#2b2118', 89, 58, 2.7)];
  const brows = kind === 'stern' ? 'M65 50L76 53.5M95 50L84 53.5' : 'M65 51Q70 48 76 50.5M95 51Q90 48 84 50.5';
  return [...open, line('#2b2118', 2.8, brows)];
}

function beard(hair: Hair, shade: string): Shape[] {
  if (hair === 'beard')
    return [
      fill(shade, 'M60 62C59 98 72 110 80 110C88 110 101 98 100 62C96 76 88 72 80 72C72 72 64 76 60 62Z'),
      fill(DARK, 'M100 62C101 98 88 110 80 110C92 100 96 84 94 72C97 70 99 67 100 62Z'),
      line('#7c3226', 2.6, 'M75 80Q80 82.500 85 80'),
    ];
  const mouth = line('#9c4636', 2.6, 'M74 77Q80 80 86 77');
  if (hair !== 'moustache') return [mouth];
  return [mouth, fill(shade, 'M60 75C66 66 76 67 80 71C84 67 94 66 100 75C92 79 84 78 80 74.500C76 78 68 79 60 75Z')];
}

/** The face itself. */
export function face({ skin, hair, shade, eyes: kind }: Look): Shape[] {
  return [
    disc(skin, 80, 61, 20, 24),
    fill(DARK, 'M88 39C106 48 106 78 84 85C94 76 96 54 88 39Z'),
    ...eyes(kind),
    line(DARK, 2.6, 'M80 58L77.500 67H81'),
    ...beard(hair, shade),
  ];
}

const plume = (colour: string, shade: string): Shape[] => [
  fill(colour, 'M80 22C84 -2 118 -8 132 16C136 26 132 36 128 40C124 26 104 16 84 26Z'),
  fill(shade, 'M84 26C104 16 124 26 128 40C116 36 98 28 84 30Z'),
];

/** What is worn over the face. */
export function helm({ helm: kind, tinctures }: Look): Shape[] {
  const [field, second, ink] = tinctures;
  const helms: Record<Helm, () => Shape[]> = {
    kettle: () => [
      fill(STEEL.mid, 'M55 44C55 12 105 12 105 44Z'),
      fill(STEEL.dark, 'M88 21C100 25 105 34 105 44H90C92 36 92 28 88 21Z'),
      fill(STEEL.light, 'M62 38C63 28 68 23 74 21C70 27 69 33 69 39Z'),
      fill(STEEL.mid, 'M38 50C48 38 112 38 122 50C110 47 50 47 38 50Z'),
      fill(STEEL.dark, 'M38 50C50 46 110 46 122 50C108 54 52 54 38 50Z'),
      line(field, 4, 'M56 40C70 36 90 36 104 40'),
    ],
    bascinet: () => [
      ...plume(field, second),
      fill(STEEL.mid, 'M53 92C50 40 64 14 82 12C100 18 110 46 107 92L99 96C103 62 96 43 80 40C64 43 57 62 61 96Z'),
      fill(STEEL.dark, 'M82 12C100 18 110 46 107 92L99 96C103 62 96 43 86 41C92 30 90 20 82 12Z'),
      fill(STEEL.light, 'M60 58C60 38 66 26 74 20C70 30 66 38 65 50Z'),
      line(GOLD.mid, 3, 'M61 94C57 62 64 44 80 41C96 44 103 62 99 94'),
    ],
    great: () => [
      ...plume(ink, field),
      fill(STEEL.light, 'M54 34C62 22 72 20 80 20V102L54 88Z'),
      fill(STEEL.mid, 'M106 34C98 22 88 20 80 20V102L106 88Z'),
      fill(STEEL.dark, 'M106 34C104 30 101 28 98 26V92L106 88Z'),
      fill(GOLD.mid, 'M76 20H84V100L80 102L76 100ZM54 50H106V64H54Z'),
      fill('#231d1a', 'M58 54H75V60H58ZM85 54H102V60H85Z'),
      ...[
        [62, 74],
        [68, 82],
        [62, 84],
        [92, 74],
        [98, 82],
        [92, 86],
      ].map(([x, y]) => disc('#231d1a', x ?? 0, y ?? 0, 2)),
    ],
    sallet: () => [
      ...plume(field, second),
      fill(STEEL.mid, 'M53 56C50 18 110 18 107 56C112 66 116 72 124 76C112 80 104 74 101 50H59C58 62 56 70 52 72Z'),
      fill(STEEL.dark, 'M88 26C104 30 108 44 107 56C112 66 116 72 124 76C112 80 104 74 101 50H92C94 44 94 34 88 26Z'),
      fill(STEEL.light, 'M62 26C66 21 72 20 78 19C74 22 70 25 68 29Z'),
      fill(STEEL.dark, 'M53 35C63 25 97 25 107 35L109 47C97 41 63 41 51 47Z'),
      line('#231d1a', 3, 'M60 39C70 34 90 34 100 39'),
    ],
    coif: () => [
      {
        d:
          'M50 104C56 92 53 78 54 60C56 24 104 24 106 60C107 78 104 92 110 104H94' +
          'C100 84 100 42 80 42C60 42 60 84 66 104Z',
        fill: STEEL.dark,
      },
      line(STEEL.mid, 2, 'M59 48C64 36 72 34 80 34C88 34 96 36 101 48M56 64V92M104 64V92M60 78V100M100 78V100'),
      line(GOLD.mid, 4, 'M57 46C66 36 94 36 103 46'),
    ],
    circlet: () => [
      fill(shadeOf(field), 'M58 47C62 26 98 26 102 47C92 40 68 40 58 47Z'),
      fill(GOLD.mid, 'M56 48L54 30L65 38L72 26L80 36L88 26L95 38L106 30L104 48C92 42 68 42 56 48Z'),
      fill(GOLD.dark, 'M88 26L95 38L106 30L104 48C99 45 94 44 88 43.400Z'),
      disc(ink === '#f6e3a8' || ink === '#f4ead2' || ink === '#f9edc8' ? field : ink, 80, 40, 3.4),
    ],
  };
  return helms[kind]();
}

/** The cap inside a circlet. */
const shadeOf = (field: string) => (field === '#f4ead2' ? '#ddcfae' : field);
