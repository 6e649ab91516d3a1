import { browse, serve, click } from './support.mjs';
const [, , slug, w, h, out, scheme] = process.argv;
const server = await serve();
const { page, trouble, close } = await browse(server.address, {
  viewport: { width: +w, height: +h },
  colorScheme: scheme ?? 'light',
});
await page.goto(server.address);
await page.getByTestId(`learn-${slug}`).click();
await page.getByTestId('leave-lesson').waitFor();
let n = 0,
  last = '';
for (let i = 0; i < 400; i++) {
  const now = await page.evaluate(() => ({
    says: document.querySelector('[role=dialog][aria-label=Lesson] p')?.textContent ?? '',
    end: !!document.querySelector('dialog[open][aria-label="The end of the lesson"]'),
    next: !!document.querySelector('[data-testid=lesson-next]'),
    moment: !!document.querySelector('[data-testid=moment-next]'),
    confirm: !!document.querySelector('[data-testid=confirm]:not([disabled])'),
    open: [...document.querySelectorAll('[data-part].open, .verb[data-part]:not(.chosen)')].map((p) =>
      p.getAttribute('data-part'),
    ),
  }));
  if (now.says && now.says !== last) {
    last = now.says;
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${out}/${slug}-${String(n++).padStart(2, '0')}.png` });
  }
  if (now.end) {
    await page.screenshot({ path: `${out}/${slug}-end.png` });
    break;
  }
  if (now.moment) await click(page, '[data-testid=moment-next]');
  else if (now.next) await click(page, '[data-testid=lesson-next]');
  else if (now.confirm) await click(page, '[data-testid=confirm]');
  else if (now.open.length) await click(page, `[data-part="${now.open[0]}"]`);
  else await page.waitForTimeout(30);
}
console.log(trouble);
await close();
await server.stop();
process.exit(0);
