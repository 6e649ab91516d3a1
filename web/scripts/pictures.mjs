// Makes the pictures of the documents: `ROUNDTABLE_BIN=… npm run pictures`. Boards come from the games' lessons, so that
// they are the same each time.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browse, click, GAMES, serve } from '../tests/support.mjs';

const OUT = join(import.meta.dirname, '../../docs/pictures');
/** The saying of each lesson at which its board is shown, and the one before the moment of its film strip. */
const SCENES = {
  'knight-shift': { board: 'The last claim', strip: 'The last claim', every: 900 },
  shock: { board: 'A gift', strip: 'A gift', every: 650 },
  'never-bring-a-knife': { board: 'Armor', strip: 'The reveal', every: 1000 },
  'knight-at-the-inn': { board: 'Home', strip: 'The Royal Push', every: 350 },
  'knights-and-damosels': { board: 'A challenge', strip: 'The right is yours', every: 700 },
};
const FRAMES = 6;

mkdirSync(OUT, { recursive: true });
const server = await serve({ delay: 200 });

function look(page) {
  return page.evaluate(() => ({
    title: document.querySelector('[aria-label=Lesson] h3')?.textContent,
    next: document.querySelector('[data-testid=lesson-next]') !== null,
    end: document.querySelector('[aria-label="The end of the lesson"]') !== null,
    moment: document.querySelector('[data-testid=moment-next]') !== null,
    confirm: document.querySelector('[data-testid=confirm]:not([disabled])') !== null,
    open: document.querySelector('[data-part].open, .verb[data-part]:not(.chosen)')?.dataset.part,
  }));
}

/** Does whatever the lesson waits for. Returns whether there was anything. */
async function step(page, now) {
  if (now.moment) await click(page, '[data-testid=moment-next]');
  else if (now.next) await click(page, '[data-testid=lesson-next]');
  else if (now.confirm) await click(page, '[data-testid=confirm]');
  else if (now.open) await click(page, `[data-part="${now.open}"]`);
  else return false;
  return true;
}

/** Begins a lesson and goes on until this is said. */
async function until(page, slug, title) {
  await page.goto(server.address);
  await page.getByTestId(`learn-${slug}`).click();
  for (let now = await look(page); now.title !== title; now = await look(page)) {
    if (now.end) throw new Error(`the lesson of ${slug} never says "${title}"`);
    if (!(await step(page, now))) await page.waitForTimeout(30);
  }
  await page.waitForTimeout(500);
}

async function save(page, name) {
  await page.screenshot({ path: join(OUT, `${name}.jpg`), type: 'jpeg', quality: 82 });
}

/** A few moments in a row: the move that is waited for, and what comes of it. */
async function strip(slug, { strip: title, every }) {
  const { page, close } = await browse(server.address, { speed: 'brisk', reducedMotion: 'no-preference' });
  await until(page, slug, title);
  const board = page.locator('main.board');
  const shots = [await board.screenshot()];
  for (let now = await look(page); now.title === title && (await step(page, now)); now = await look(page));
  while (shots.length < FRAMES) {
    await page.waitForTimeout(every);
    shots.push(await board.screenshot());
  }
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}" width="420">`);
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 3 * 424 + 4, height: 640 });
  await sheet.setContent(
    `<body style="margin:4px;display:grid;grid-template-columns:repeat(3,420px);gap:4px;background:#2b2118">${images.join('')}`,
  );
  await sheet.locator('body').screenshot({ path: join(OUT, `${slug}-strip.jpg`), type: 'jpeg', quality: 78 });
  await close();
}

const { page, close } = await browse(server.address);
await page.goto(server.address);
await page.getByTestId('play-shock').waitFor();
await page.waitForTimeout(300);
await save(page, 'lobby');
for (const slug of Object.keys(GAMES)) {
  const scene = SCENES[slug];
  if (!scene) continue;
  await until(page, slug, scene.board);
  await save(page, slug);
}
await page.setViewportSize({ width: 390, height: 780 });
await until(page, 'shock', 'A gift');
await save(page, 'phone');
await close();
for (const [slug, scene] of Object.entries(SCENES)) await strip(slug, scene);
await server.stop();
process.exit(0);
