// Rule pages: fetched once and split into searchable parts, with an anchor at every numbered rule.
import { getText } from './api';

export interface RulePart {
  index: number;
  html: string;
  text: string;
}

export interface RulePage {
  parts: RulePart[];
}

const pages = new Map<string, Promise<RulePage>>();
/** A rule's number stands in bold at the start of its paragraph, item or row. */
const NUMBER = /^[\s|*-]*\*\*([A-Z]{2}-[RDP]\d+)\b/;

export function rulePage(game: string): Promise<RulePage> {
  let page = pages.get(game);
  if (!page) {
    page = load(game);
    pages.set(game, page);
    page.catch(() => pages.delete(game));
  }
  return page;
}

async function load(game: string): Promise<RulePage> {
  const [{ marked }, text] = await Promise.all([import('marked'), getText(`/api/games/${game}/rules`)]);
  const parts: RulePart[] = [];
  const add = (source: string, html: string) => {
    const number = NUMBER.exec(source)?.[1];
    parts.push({ index: parts.length, html: number ? `<div id="${number}">${html}</div>` : html, text: source });
  };
  for (const token of marked.lexer(text)) {
    if (token.type === 'space') continue;
    if (token.type === 'list') {
      const [open, close] = token.ordered ? ['<ol>', '</ol>'] : ['<ul>', '</ul>'];
      for (const item of (token as { items: { raw: string; text: string }[] }).items) {
        add(item.text, `${open}<li>${marked.parse(item.text, { async: false })}</li>${close}`);
      }
    } else {
      add(token.raw, marked.parse(token.raw, { async: false }));
    }
  }
  return { parts };
}
