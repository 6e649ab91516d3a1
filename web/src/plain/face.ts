// The face of a game that has none of its own: it draws any view from the shape of its JSON, and offers every legal
// move by its parts. It knows no game.
import type { Component } from 'svelte';
import { hall } from '../lib/hall.svelte';
import { rulePage, type RulePage } from '../lib/rules';
import type { Face, GuideStep, Scene } from '../games/face';
import type { Look } from '../wire/wire';
import Board from './Board.svelte';
import { inHand, label, words, type Json } from './shape';

type Move = { type?: string } & { [field: string]: Json };
type Here = Scene<Json>;

/** The numbered rules of a page, as steps of the guided start. */
function steps({ parts }: RulePage): GuideStep[] {
  const rule = /^\W*\*\*[A-Z]{2}-[RDP]\d+\s*([^*]*?)\.?\*\*\s*([\s\S]*)$/;
  return parts.flatMap(({ text }) => {
    const [, title, rest] = rule.exec(text) ?? [];
    return title && rest ? [{ title, text: rest.replace(/\s+/g, ' ').replace(/[*`]/g, '').trim() }] : [];
  });
}

const verb = (move: Move): string => words(move.type ?? 'move');

/** The fields of a move that say what it is done with. */
const fields = ({ type: _, ...rest }: Move): [string, Json][] => Object.entries(rest);

function draw(looks: readonly Look[], rule: string, guide: GuideStep[]): Face<Json, Move, unknown> {
  // A component is a function: this one is the board with the hints of the game.
  const Own: Component<{ scene: Here }> = (internals, props) =>
    Board(internals, {
      get scene() {
        return props.scene;
      },
      looks,
    });
  return {
    Board: Own,

    parts(move, { view, me, players }) {
      const held = inHand(view, me, looks, players);
      const part = ([field, value]: [string, Json]): string => {
        const text = JSON.stringify(value);
        return held.has(text) ? `card:${text}` : `choice:${field}=${text}`;
      };
      return [`do:${move.type ?? 'move'}`, ...fields(move).map(part)];
    },

    verb: (part) => words(part.slice('do:'.length)),

    attempt: () => null,

    prompt({ chooser }) {
      const verbs = [...new Set(chooser.options.map(({ move }) => verb(move.json as Move).toLowerCase()))];
      return verbs.length === 1 ? `Choose what to ${verbs[0]}.` : `Choose: ${verbs.join(' or ')}.`;
    },

    describe(move, { names }) {
      const parts = fields(move).map(([field, value]) => label(value, { names, looks }, field));
      return `${[verb(move), ...parts].join(' ')}.`;
    },

    // Every event is read in the log; the board follows when the move is complete.
    beats: (_event, { view }) => [{ view, hold: 250 }],

    // It cannot know which are the great ones.
    memorable: () => 1,

    rule: () => rule,
    guide,
  };
}

export async function plain(slug: string): Promise<Face<Json, Move, unknown>> {
  const [page] = await Promise.all([rulePage(slug), hall.load()]);
  const first = page.parts.map(({ text }) => /[A-Z]{2}-[RDP]\d+/.exec(text)?.[0]).find((number) => number);
  return draw(hall.game(slug)?.looks ?? [], first ?? '', steps(page));
}
