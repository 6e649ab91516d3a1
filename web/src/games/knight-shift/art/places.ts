// The places of the tournament behind the things, in a box of 100 by 120. The thing stands on y = 104 or so.
import { disc, fill, line, WOOD, type Shape } from './shapes';
import type { Place } from './things';

/** The field outside: a hill, and a striped pavilion on it. */
const lists: Shape[] = [
  fill('#bfdcea', 'M0 0H100V120H0Z'),
  disc('#fdf6dc', 16, 18, 11),
  fill('#9dbf86', 'M0 74C20 58 44 62 60 70C76 60 90 62 100 66V120H0Z'),
  fill('#fbf4e2', 'M62 70L80 38L98 70Z'),
  fill('#c65a48', 'M74 70L80 38L86 70ZM62 70L66 62L69 70ZM98 70L94 62L91 70Z'),
  line('#6f5a3a', 2, 'M80 38V27'),
  fill('#dfae38', 'M80 27L90 31L80 35Z'),
  fill('#7da465', 'M0 92C30 82 70 86 100 80V120H0Z'),
];

/** Stone blocks and a shelf. */
const armoury: Shape[] = [
  fill('#d9cfbb', 'M0 0H100V120H0Z'),
  fill('#cbbfa8', 'M0 0H34V22H0ZM68 24H100V46H68ZM0 48H24V70H0ZM58 72H100V94H58ZM52 0H76V22H52Z'),
  line('#b9ac93', 2, 'M0 23H100M0 47H100M0 71H100M34 0V23M76 0V23M18 23V47M68 23V47M24 47V71M82 47V71'),
  fill(WOOD.light, 'M0 98H100V106H0Z'),
  fill(WOOD.dark, 'M0 106H100V120H0Z'),
];

/** A hearth with a fire, and the board of a table. */
const kitchen: Shape[] = [
  fill('#ecd4ab', 'M0 0H100V120H0Z'),
  fill('#d8b988', 'M6 84V42C6 10 94 10 94 42V84Z'),
  fill('#5b3a26', 'M16 84V46C16 22 84 22 84 46V84Z'),
  fill('#d9722a', 'M28 84C20 66 34 62 34 46C44 54 46 40 54 34C56 48 68 50 66 60C74 62 78 74 72 84Z'),
  fill('#f5c451', 'M40 84C36 74 46 70 48 60C56 64 64 74 58 84Z'),
  fill(WOOD.light, 'M0 84H100V94H0Z'),
  fill(WOOD.mid, 'M0 94H100V120H0Z'),
  line(WOOD.dark, 2, 'M0 108H100M36 94V108M70 108V120'),
];

/** A window by night, between curtains. */
const chamber: Shape[] = [
  fill('#5d3559', 'M0 0H100V120H0Z'),
  fill('#25315c', 'M18 0H82V100H18Z'),
  disc('#f9eab8', 66, 18, 9),
  disc('#25315c', 62, 16, 8),
  fill('#fdf6dc', 'M34 14L35.6 18L40 19L35.6 20L34 24L32.4 20L28 19L32.4 18Z'),
  fill('#b83a5e', 'M0 0H30C28 44 18 70 0 84Z'),
  fill('#8f2748', 'M100 0H70C72 44 82 70 100 84Z'),
  fill('#dfae38', 'M0 0H100V6H0Z'),
];

/** A washing line over the grass. */
const yard: Shape[] = [
  fill('#c6e0ec', 'M0 0H100V120H0Z'),
  fill('#fbfaf0', 'M8 34C10 26 20 26 23 31C30 28 36 34 33 40H10C6 40 6 36 8 34Z'),
  fill('#9dbf86', 'M0 86C30 74 60 78 100 70V120H0Z'),
  fill('#7da465', 'M0 100C34 92 66 96 100 90V120H0Z'),
  line('#6f5a3a', 2.4, 'M0 19C30 25 70 25 100 17'),
];

export const SCENERY: Record<Place, readonly Shape[]> = { lists, armoury, kitchen, chamber, yard };
