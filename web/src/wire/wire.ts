// What is said over the network. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat, Seats, WrittenClaim, WrittenEvent, WrittenMove } from "./core";

/** A socket message from a browser: a command, and a number to match its answer with. */
export type Request = {
  /** Comes back in the answer. */
  id: number;
  /** What to do. */
  do: Command;
};

/**
 * A command at a table: an object with one field, named after the command. Over HTTP the path ends with the name,
 * `POST /api/tables/ID/NAME`, and the body holds the fields.
 */
export type Command =
  /** Take a seat. */
  | {
      join: {
        /** Which; the first free one if left out. */
        seat?: number;
        /** The secret of an invitation to a reserved seat. */
        invite?: string;
        /** The promise of the browser's random number for the deal: 64 hexadecimal digits. */
        promise?: string;
      };
    }
  /** Say yes to a challenge or a rematch: take the seat that is kept for you. */
  | {
      accept: {
        /** The promise of the browser's random number for the deal: 64 hexadecimal digits. */
        promise?: string;
      };
    }
  /** Say no to it: the seat is free for others. */
  | { decline: Record<string, never> }
  /**
   * Give up the seat before the game begins, or say no to a rematch. In a running game, the same as `resign`; a lesson
   * ends.
   */
  | { leave: Record<string, never> }
  /**
   * Deal, or ask for the promised numbers first. Free seats get bots of this level; without a level, all seats must be
   * taken.
   */
  | {
      start: {
        /** The level of the bots on free seats. */
        fill?: string;
      };
    }
  /** Reveal the number that was promised, while the table is dealing. */
  | {
      reveal: {
        /** The browser's random number: 64 hexadecimal digits. */
        number: string;
      };
    }
  /** Make a move. */
  | {
      play: {
        /** The decision that the move answers. */
        decision: number;
        /** The move: number, notation or JSON. */
        move: unknown;
      };
    }
  /**
   * Ask whether this move would be legal now. The answer is `done` if it would, or else the same `refused` that the
   * move would get. Nothing changes.
   */
  | {
      check: {
        /** The move: number, notation or JSON. */
        move: unknown;
      };
    }
  /** Say something in the game's own form. */
  | {
      claim: {
        /** What. */
        claim: unknown;
      };
    }
  /** Chat: players to players, spectators to spectators. */
  | {
      chat: {
        /** What. */
        text: string;
      };
    }
  /** Let a bot play on this seat. */
  | { resign: Record<string, never> }
  /** Take the seat back from the bot. */
  | { return: Record<string, never> }
  /** Make a new table with the same settings, and ask the other players to join it. */
  | {
      rematch: {
        /** The promise of the browser's random number for the deal. */
        promise?: string;
      };
    }
  /** Stop hearing somebody's chat, or hear it again. */
  | {
      mute: {
        /** Whose. */
        person: PersonId;
        /** Whether to mute. */
        on: boolean;
        /** For everybody at the table; only the host can do this. */
        everybody?: boolean;
      };
    }
  /** Ask what a good player would do. */
  | { hint: Record<string, never> }
  /** Ask what a careful player could count: the odds of what is hidden from you. */
  | { odds: Record<string, never> }
  /** Send again what a client missed: everything, or less if it says what it has. */
  | {
      sync: {
        /** The number of the last message that the client has. If there is no later one, nothing is sent again. */
        n?: number;
        /** How many events the client has: those are not sent again. Counts only together with `n`. */
        events?: number;
      };
    }
  /**
   * Say how much of the game this viewer has been shown, over the socket. At a table with one person, bots wait for
   * that person for a while.
   */
  | {
      ready: {
        /** Up to which move; nothing yet if left out. */
        ply?: number;
      };
    };

/**
 * A socket message to a browser. Write it with [`roundtable_core::json::to_string`], which copies the parts that are
 * JSON already. Messages with an `n` are numbered for the table, without gaps: `skip` replaces what this viewer may
 * not see. A client that misses a number sends `sync`. The other messages answer a request or say goodbye.
 */
export type Message =
  /** Everything: the first message, the answer to `sync`, and sent whenever somebody becomes a player. */
  | {
      type: "sync";
      /** The number of the last message that this one includes. */
      n: number;
      /** The table. */
      table: TableInfo;
      /** Who you are here. */
      you: You;
      /** The game, once it is dealt. */
      game: GameState | null;
      /** Every event, as told to you, from number `since` on. */
      events: WrittenEvent[];
      /** The number of the first event here: more than 0 only if the client said that it has those before. */
      since: number;
      /** The last lines of chat in your room; earlier ones are at `chat/earlier`. */
      chat: ChatLine[];
      /** The last link of the game's chain, once it is dealt. */
      link?: Link;
    }
  /** A move was made. */
  | {
      type: "update";
      /** Its number. */
      n: number;
      /** Where the game stands now. */
      game: GameUpdate;
      /** The new events, as told to you. */
      events: WrittenEvent[];
      /** The last link of the game's chain: keep it, to check the record with. */
      link?: Link;
    }
  /** Something about the table changed: seats, status. */
  | {
      type: "table";
      /** Its number. */
      n: number;
      /** The table. */
      table: TableInfo;
      /** Who you are here. */
      you: You;
    }
  /** Somebody said something in your room. */
  | {
      type: "chat";
      /** Its number. */
      n: number;
      /** What. */
      line: ChatLine;
    }
  /** A player claimed something. */
  | {
      type: "claim";
      /** Its number. */
      n: number;
      /** What. */
      claim: WrittenClaim;
    }
  /** Something that is not for you. */
  | {
      type: "skip";
      /** Its number. */
      n: number;
    }
  /** The request with this number was done; a move is on disk. */
  | {
      type: "done";
      /** Which request. */
      id: number;
      /** The new table, after `rematch`. */
      table?: TableId;
      /** Hints, the best first. */
      hints?: Hint[];
      /** What could be counted, after `odds`. */
      odds?: string[];
      /** The last link of the game's chain, after a move or a claim. */
      link?: Link;
    }
  /** The request was refused, and nothing has changed. */
  | {
      type: "refused";
      /** Which request; null if it could not be read. */
      id: number | null;
      /** Why. */
      error: Refusal;
    }
  /** The server closes this connection. */
  | {
      type: "bye";
      /** A stable name. */
      code: string;
      /** A sentence for people. */
      message: string;
      /** How many milliseconds to wait before reconnecting; null for never. */
      retry_ms: number | null;
    };

/** `GET /api/about` */
export type About = {
  /** The version of the network protocol; see [`VERSION`](crate::VERSION). */
  protocol: number;
  /** The public key with which the server signs records: Ed25519, 64 hexadecimal digits. */
  key: string;
};

/** How somebody did in the games with a level of bots on another side. */
export type Against = {
  /** The level. */
  level: string;
  /** How many games. */
  games: number;
  /** The sum of the shares of victory. */
  won: number;
};

/** The answer to `POST /api/tables/ID/COMMAND`. */
export type Answer = {
  /** The table afterwards. */
  table: TableInfo;
  /** The new table, after `rematch`. */
  rematch?: TableId;
  /** Hints, the best first. */
  hints?: Hint[];
  /** What could be counted, after `odds`. */
  odds?: string[];
  /** The last link of the game's chain, after a move or a claim. */
  link?: Link;
};

/** An API token, as its owner sees it. */
export type ApiTokenInfo = {
  /** By which it can be revoked. */
  id: string;
  /** What its owner calls it. */
  name: string;
  /** What it may do. */
  scopes: Scope[];
  /** When it was made, in milliseconds since 1970. */
  created_at: number;
  /** When it was last used, give or take five minutes; null if never. */
  used_at: number | null;
};

/** The answer to `POST /api/me/tokens`. */
export type ApiTokenMade = {
  /** The token. It is shown this once: the server keeps only its hash. */
  secret: string;
  /** What will be listed of it. */
  token: ApiTokenInfo;
};

/** `GET /api/me/tokens` */
export type ApiTokens = {
  /** The person's API tokens, the latest first. */
  tokens: ApiTokenInfo[];
};

/** `PATCH /api/me/profile` */
export type ChangeProfile = {
  /** Whether others are shown the name and nothing else. */
  private: boolean;
};

/** A line of chat. */
export type ChatLine = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who. */
  person: PersonId;
  /** Their name; null if the account is gone. */
  name: string | null;
  /** Whether a program plays under this name; missing if not. */
  bot?: boolean;
  /** What. */
  text: string;
};

/** A page of chat. */
export type ChatPage = {
  /** The lines, the oldest first. */
  lines: ChatLine[];
  /** Where the page before this one begins; null if there is none. */
  before: number | null;
};

/** `POST /api/me/password` */
export type ClaimName = {
  /** The new password. */
  password: string;
  /** The old password, if there is one. */
  current?: string;
};

/** `DELETE /api/me` and `POST /api/me/bot` */
export type Confirm = {
  /** The password, if there is one. */
  password?: string;
};

/** `POST /api/tables/ID/continue`: a new table that continues from a finished game, against bots. */
export type ContinueTable = {
  /** After how many moves. */
  ply: number;
  /** Where to sit; everything this seat could not know then is dealt again. */
  seat: number;
  /** The level of the bots on the other seats. */
  level: string;
};

/** What a table continues from. */
export type Continues = {
  /** Which table. */
  table: TableId;
  /** After how many of its moves. */
  ply: number;
  /** Whose knowledge is kept. */
  seat: Seat;
};

/** `POST /api/tables` */
export type CreateTable = {
  /** The slug of the game. */
  game: string;
  /** The version of its rules. A request for a new game may leave it out; then it is the current one. */
  rules_version?: number;
  /** How many play. */
  players: number;
  /** The switches, by name; missing ones are off. */
  options?: Record<string, boolean>;
  /** The text of a deck file; the game's own deck if left out. */
  deck?: string;
  /** What the seats are for, from seat 0; the rest are open. If left out, the maker sits on seat 0. */
  seats?: NewSeat[];
  /** Whether the list shows it to everybody; otherwise only those with its link can find it. */
  public?: boolean;
  /** Seconds per decision; no limit if left out. */
  seconds?: number;
  /** Whether the game may change the ratings of its players, who agree by sitting down; if left out, as `public`. */
  rated?: boolean;
  /** Whether spectators may watch. */
  spectators?: boolean;
  /** Whether players may ask for hints. */
  hints?: boolean;
  /** Whether the table is for people: no bot account can sit down. */
  people_only?: boolean;
  /** The level of the bot that plays for players who are absent or have resigned; `squire` if left out. */
  stand_in?: string;
  /** The promise of the browser's random number for the deal: 64 hexadecimal digits. */
  promise?: string;
};

/** The time by which somebody must decide. */
export type Deadline = {
  /** Who. */
  seat: Seat;
  /** When, in milliseconds since 1970. */
  at: number;
};

/** Where the chance of a game came from. */
export type Deal =
  /**
   * Agreed between a host and the players: recomputed from the secret, whose SHA-256 is the commitment, and the
   * numbers.
   */
  | {
      type: "fair";
      /** What was shown before the first card. */
      commitment: string;
      /** How many players gave a number. */
      numbers: number;
      /** Whether they promised their numbers before any was known; not in old records. */
      promised: boolean;
      /** How many rounds failed before, because somebody stayed silent. */
      failed: number;
    }
  /** Recomputed from a key or a seed in the record. Nobody committed to anything. */
  | { type: "named" };

/**
 * A round of the deal, in which numbers are promised and then revealed. The table's `commitment` and the seats'
 * `promise`s are the *roll*: once numbers are revealed, it does not change any more.
 */
export type DealInfo = {
  /** Which round, from 1; each before it failed, because somebody stayed silent. */
  round: number;
  /** What the server waits for. */
  step: DealStep;
  /** For whom. */
  awaited: Seat[];
  /** How long, in milliseconds since 1970. */
  until: number;
};

/** What a table that is dealing waits for. */
export type DealStep =
  /** New promises, after a round that failed: `join` again. */
  | "promise"
  /** The promised numbers: `reveal`. */
  | "reveal";

/** A decision of a seat. */
export type Decision = {
  /** How many moves had been made before. */
  ply: number;
  /** The notation of the move made. */
  made: string;
  /** The notation of the best move; the same if nothing was better. */
  best: string;
  /** Between how many moves it was. */
  choices: number;
  /** Whether others chose at the same time, so that the best choice is a mixture. */
  sealed: boolean;
  /** The chance to win with the best move. */
  value: Points;
  /** The standard error of `value`. */
  error: Points;
  /**
   * What the move lost: `value` less this is the chance to win with the move made. Where nothing was better, it may be
   * estimated a little below 0.
   */
  loss: Points;
  /** The standard error of `loss`. */
  loss_error: Points;
  /** What a blind choice would have lost. */
  blind: Points;
  /** What happened from then until the seat's next decision, or the end. */
  luck: Points;
  /** The standard error of `luck`. */
  luck_error: Points;
  /** What to call it, if it lost much and surely. */
  verdict?: Verdict;
  /** Why the best move was better; empty if it was not. */
  reason: string;
};

/** A draw of the dice: whoever has the key can compute its result again. */
export type Draw = {
  /** How many draws came before it. */
  counter: number;
  /** What it was for, as a number: FNV-1a of the name of the purpose. */
  purpose: number;
  /** What was drawn. */
  kind: DrawKind;
  /** Out of how many. */
  size: number;
  /**
   * The result. A shuffle or deal: for each place, from the first that was decided to the last, where its card had
   * been before. A lot: the number. A sample: its seed, byte by byte.
   */
  result: number[];
};

/** The kinds of draws. */
export type DrawKind =
  /** A shuffle of all places. */
  | "shuffle"
  /** A shuffle that stops when its last places are decided. */
  | "deal"
  /** A number below the size. */
  | "lot"
  /** A seed for the sample that a game goes on from. */
  | "sample";

/** A game that another continues from. */
export type Earlier = {
  /** After how many of its moves the other begins. */
  moves: number;
  /** Whose knowledge was kept; everything else was dealt again by the dice of the later game. */
  seat: Seat;
  /** Where this game's chance came from. */
  deal: Deal;
};

/**
 * The head of `GET /api/me/export`. The file goes on with `games`: each with its result, one's own notes, and its
 * record.
 */
export type ExportHead = {
  /** The format: `roundtable-export/1`. */
  format: string;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  /** The person. */
  me: Me;
  /** What is shown of the person, as the person sees it. */
  profile: Profile;
  /** Where the person is signed in. */
  sessions: SessionInfo[];
};

/** A game in an export. */
export type ExportedGame = {
  /** The game and its result. */
  result: FinishedGame;
  /** One's own notes on it. */
  notes: Note[];
  /** Its record, as `GET /api/tables/ID/record`; null if it cannot be had. */
  record: unknown;
};

/** A refusal as an HTTP answer. */
export type Failed = {
  /** Why. */
  error: Refusal;
};

/** A finished game with its results. */
export type FinishedGame = {
  /** Its table. */
  table: TableId;
  /** The slug of the game. */
  game: string;
  /** The version of its rules. A request for a new game may leave it out; then it is the current one. */
  rules_version: number;
  /** How many play. */
  players: number;
  /** The switches, by name; missing ones are off. */
  options: Record<string, boolean>;
  /** Whether everybody may see that it was played. */
  public: boolean;
  /** When it ended, in milliseconds since 1970. */
  finished_at: number;
  /** Whether it changed ratings. */
  rated: boolean;
  /** Why not, if that is known. */
  unrated?: Unrated;
  /** Where the person in question sat. */
  seat: Seat;
  /** What the seats got, from seat 0. */
  seats: SeatResult[];
};

/** Tables of one person that a list leaves out. */
export type FoldedTables = {
  /** The listed table after which they would come. */
  after: TableId;
  /** Who made them: `by` in a request for all of them. */
  by: PersonId;
  /** Their name; missing if the account is gone. */
  name?: string;
  /** Whether a program plays under this name; missing if not. */
  bot?: boolean;
  /** How many. */
  count: number;
};

/** A finished game after `ply` moves, as one eye saw it. Also `GET /api/tables/ID/replay/PLY?eye=EYE`. */
export type Frame = {
  /** After how many moves. */
  ply: number;
  /** Who had a decision to make. */
  to_act: Seats;
  /** What this eye saw, in the game's own form. */
  view: unknown;
};

/** `GET /api/tables/ID/replay/frames?eye=EYE&from=PLY&to=PLY` */
export type Frames = {
  /** The frames asked for, in order, at most a hundred. */
  frames: Frame[];
};

/** Where a game stands, for one viewer. */
export type GameState = {
  /** How many moves were made. */
  ply: number;
  /** Who has a decision to make. */
  to_act: Seats;
  /** The number of your decision, to be sent with the move; null if you have none to make. */
  decision: number | null;
  /** How the game ended. */
  outcome: Outcome | null;
  /** The deadlines of decisions. */
  deadlines: Deadline[];
  /** Your legal moves. */
  legal: WrittenMove[];
  /** The number of the only one that a lesson goes on with. */
  given?: number;
  /** What the viewer sees, in the game's own form. */
  view: Record<string, unknown>;
};

/** How somebody did in a game. Lessons and games that went on from another do not count. */
export type GameStatistics = {
  /** The slug of the game. */
  game: string;
  /** The rating; missing if no game has counted yet. */
  rating?: RatingInfo;
  /** How many games were finished. */
  finished: number;
  /** How many of them a bot had to play for the person. */
  abandoned: number;
  /** The sum of the shares of victory, where the person played alone: an abandoned game counts as lost. */
  won: number;
  /** How many games in a row were won, up to the latest. */
  streak: number;
  /** How many at most. */
  best_streak: number;
  /** How it went against each level of bots. */
  against: Against[];
  /** The result without luck, over one's reviewed games; only for oneself. */
  without_luck?: WithoutLuck;
};

/**
 * Where a game stands after a move, for a viewer who knows where it stood before. It holds only the changes of the
 * view: the new view is `{...view, ...changed}`.
 */
export type GameUpdate = {
  /** How many moves were made. */
  ply: number;
  /** Who has a decision to make. */
  to_act: Seats;
  /** The number of your decision, to be sent with the move; null if you have none to make. */
  decision: number | null;
  /** How the game ended. */
  outcome: Outcome | null;
  /** The deadlines of decisions. */
  deadlines: Deadline[];
  /** Your legal moves. */
  legal: WrittenMove[];
  /** The number of the only one that a lesson goes on with. */
  given?: number;
  /** The fields of the view that have changed, and no others. */
  changed: Record<string, unknown>;
};

/** `GET /api/games` */
export type Games = {
  /** The version of the network protocol; see [`VERSION`](crate::VERSION). */
  protocol: number;
  /** The games. */
  games: Listing[];
  /** The levels of bots, the weakest first. */
  levels: LevelInfo[];
};

/** `GET /api/people/NAME/games`: a page of somebody's finished games. */
export type GamesPlayed = {
  /** The games, the latest first. */
  games: FinishedGame[];
  /** Where the next page begins: `before` in the next request. Missing if there is none. */
  next?: string;
};

/** One of the best moves, and what a search thinks of it. */
export type Hint = {
  /** The number of the move. */
  number: number;
  /** Its notation. */
  notation: string;
  /** Its JSON, in the game's own form. */
  json: unknown;
  /** The expected share of victories after this move, from 0 to 1. */
  share: number;
  /** The standard error of `share`. */
  error: number;
  /** How much less it is expected to bring than the first hint, both tried on the same samples with the same luck. */
  behind: number;
  /** The standard error of `behind`. */
  behind_error: number;
  /**
   * Whether it is as good as the first hint, as far as one can tell: the difference may be noise or is below half a
   * point, or the best choice is a mixture that contains both.
   */
  as_good: boolean;
  /** How often it should be chosen, if the best choice is mixed. */
  odds?: number;
  /**
   * What sets it apart, in a sentence or two; empty if it is as good. Seats are given by number, moves by notation.
   */
  reason: string;
};

/** `GET /api/games/GAME/lesson`: what a lesson says, and when. */
export type LessonInfo = {
  /** What is said before moves, in order. */
  sayings: LessonSaying[];
  /** How many moves it has. */
  moves: number;
  /** What is said after the last move. */
  end: Saying;
};

/** Something that is said in a lesson. */
export type LessonSaying = {
  /** After how many moves. */
  ply: number;
  /** Its heading. */
  title: string | null;
  /** The text. */
  say: string;
  /** The place on the board that it is about, as the page names places. */
  spot: string | null;
};

/** A level of bots. */
export type LevelInfo = {
  /** The name of the level. */
  name: string;
  /** How it plays, in one line. */
  summary: string;
};

/**
 * The last link of a game's chain after some number of moves: whoever keeps it notices a record that was cut before
 * it, or changed anywhere before it.
 */
export type Link = {
  /** After how many moves. */
  ply: number;
  /** The link: 64 hexadecimal digits. It tells nothing until the secret of the deal is published. */
  digest: string;
};

/** A game as it appears in a list. */
export type Listing = {
  /** The name in commands and addresses. */
  slug: string;
  /** The name for people. */
  name: string;
  /** What the game is about. */
  summary: string;
  /** Who made the game. */
  authors: string;
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** The version of its rules. */
  rules_version: number;
  /** Whether it has a lesson. */
  lesson: boolean;
  /** Its switches. */
  options: Switch[];
  /** How to draw its views, for a page that has no board of its own for the game. */
  looks: Look[];
};

/** `POST /api/login` */
export type Login = {
  /** The claimed name. */
  name: string;
  /** Its password. */
  password: string;
};

/**
 * A hint for one field of a view. The page finds most by itself: it needs hints only where names and shapes mislead.
 */
export type Look = {
  /** The field, with the fields it lies in: `players.hand`. Places in lists have no name. */
  field: string;
  /** What it shows. */
  shape: Shape;
};

/** The person who asks. */
export type Me = {
  /** The identifier of the person. */
  id: PersonId;
  /** The person's name. */
  name: string;
  /** Whether a password protects the name. */
  claimed: boolean;
  /** Whether a program plays under this name. */
  bot: boolean;
};

/** A shared note on a moment of a finished game. */
export type Moment = {
  /** The table. */
  table: TableId;
  /** The slug of its game. */
  game: string;
  /** After how many moves. */
  ply: number;
  /** What the note says. */
  text: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
};

/** `POST /api/me/tokens` */
export type NewApiToken = {
  /** What its owner calls it. */
  name: string;
  /** What it may do. */
  scopes: Scope[];
};

/** `POST /api/guest` */
export type NewGuest = {
  /** The guest's name. */
  name: string;
};

/** What a seat of a new table is for. */
export type NewSeat =
  /** Anybody. */
  | "open"
  /** Anybody with its invitation. */
  | "invited"
  /** Whoever has claimed this name: they are asked to sit down. */
  | { asked: string }
  /** A bot of this level. */
  | { bot: string }
  /** The maker of the table. */
  | "me";

/** A note on a moment of a finished game. */
export type Note = {
  /** After how many moves. */
  ply: number;
  /** What it says. */
  text: string;
  /** Whether everybody who may see the game may read it. */
  shared: boolean;
  /** Who wrote it. */
  by: PersonId;
  /** The name of that person. */
  name: string;
  /** Whether a program plays under this name; missing if not. */
  bot?: boolean;
  /** When, in milliseconds since 1970. */
  at: number;
};

/** `GET /api/tables/ID/notes`: one's own notes on a finished game, and those that others share. */
export type Notes = {
  /** In the order of their moments, then of their making. */
  notes: Note[];
};

/** The chances to win if all cards had been open and only the future unknown. */
export type OpenCards = {
  /** For each seat, the chance after each number of moves, from 0 to all of them. */
  chances: Points[][];
  /** The largest standard error of a chance. */
  error: Points;
};

/** The identifier of a person: 64 random bits, shown to everybody at the same table. */
export type PersonId = string;

/**
 * A chance to win, or a difference of two, in points: 100 are a whole victory. It is kept in thousandths, so sums are
 * exact: what a review adds up, it adds up to the last digit.
 */
export type Points = number;

/** `GET /api/people/NAME` */
export type Profile = {
  /** Who. */
  id: PersonId;
  /** The claimed name. */
  name: string;
  /** Whether a program plays under this name. */
  bot: boolean;
  /** Whether only the name is shown to others. */
  private: boolean;
  /**
   * What is known, one entry for each game that was played; missing if it is private and somebody else's. Private
   * games count only for oneself.
   */
  games?: GameStatistics[];
  /** Notes that the person shares, the latest first; missing like `games`. */
  moments?: Moment[];
};

/** A rating with its 95 % interval, in points: 400 points are odds of ten to one. */
export type RatingInfo = {
  /** The rating. */
  points: number;
  /** The lower end of the interval. */
  low: number;
  /** The upper end. */
  high: number;
  /** Whether too little is known for it to be compared. */
  provisional: boolean;
  /** How many games it is made of. */
  games: number;
};

/** Why something was refused. Nothing has changed, and the message says what to do instead. */
export type Refusal = {
  /** A stable name in snake_case. */
  code: string;
  /** The rule of the game that forbids it, if a rule does. */
  rule?: string;
  /** A sentence for people. */
  message: string;
};

/** `PATCH /api/me` */
export type Rename = {
  /** The new name. */
  name: string;
};

/** `GET /api/tables/ID/replay?eye=EYE`: a finished game as one eye was told it. */
export type Replay = {
  /** The table, with the names of its players and the outcome. */
  table: TableInfo;
  /** Whose eye: a seat's number, `table` for a spectator or `all` for the open cards. */
  eye: Eye;
  /** Every move. */
  moves: ReplayMove[];
  /** Everything that this eye was told, in order. */
  events: ReplayEvent[];
  /** Every claim, in order. */
  claims: WrittenClaim[];
};

/** Something that happened in a finished game. */
export type ReplayEvent = {
  /** In which move it happened, from 1; 0 before the first. */
  ply: number;
  /** Its place in the event stream, from 0. */
  number: number;
  /** The event, in the game's own form. (Events that this eye was not told are left out.) */
  event: unknown;
  /** The same as a sentence. */
  text: string;
};

/** A move of a finished game. */
export type ReplayMove = {
  /** Which move, from 1: the frame with this number shows its result. */
  ply: number;
  /** Who made it. */
  seat: Seat;
  /** Its notation. */
  notation: string;
};

/** The review of a finished game. */
export type Review = {
  /** The version of the arithmetic and of everything it relies on. Only reviews of one version can be compared. */
  version: number;
  /** The game's slug. */
  game: string;
  /** How many played. */
  players: number;
  /** The level that everybody is taken to play on with. */
  level: string;
  /** About how many simulations each decision took. */
  simulations: number;
  /** What the simulations were drawn with. */
  seed: number;
  /** The reviewed seats. */
  seats: SeatReview[];
  /** The story of each reviewed seat's game. It compares seats, so it is no part of what a seat could have known. */
  stories: Story[];
  /** The chances to win if all cards had been open, if that was asked for. No seat could know them. */
  open?: OpenCards;
};

/**
 * `GET /api/tables/ID/review`: the review of a finished game as far as it is known. `POST` to the same address has it
 * worked out.
 */
export type ReviewNow = {
  /** The best review so far; `None` if there is none yet, or if it is the first look and the asker has that. */
  review?: Review;
  /** Whether `review` is the first, coarse look. */
  coarse: boolean;
  /** What is being worked out; `None` if nothing is. */
  working?: Working;
};

/** Something that is said in a lesson. */
export type Saying = {
  /** Its heading. */
  title: string | null;
  /** The text. */
  say: string;
  /** The place on the board that it is about, as the page names places. */
  spot: string | null;
};

/** What a program with an API token may do in its owner's name. */
export type Scope =
  /** See what its owner sees: tables, games, reviews, notes. */
  | "read"
  /** Sit down, decide, claim, ask for hints. */
  | "play"
  /** Chat, mute, write notes. */
  | "talk"
  /** Make tables, begin games, go on from finished ones, have games reviewed. */
  | "tables";

/** A seat as it is shown. */
export type SeatInfo = {
  /** What sits there. */
  kind: SeatKind;
  /** The bot's level. */
  level?: string;
  /** The person who sits there or is asked; missing if the account is gone. */
  person?: PersonId;
  /** The person's name. */
  name?: string;
  /** Whether a program plays under this name (a bot account, not a bot of the house); missing if not. */
  bot?: boolean;
  /** Why a bot plays for them. */
  stand_in?: StandIn;
  /** The promise of the person's number for the deal. */
  promise?: string;
  /** The secret of the invitation; shown only to the host. */
  invite?: string;
};

/** What sits on a seat. */
export type SeatKind =
  /** Nobody yet; anybody may sit down. */
  | "open"
  /** Nobody yet; only somebody with the invitation may sit down. */
  | "invited"
  /** Nobody yet; kept for a person who is asked to play. */
  | "asked"
  /** A bot. */
  | "bot"
  /** A person. */
  | "person";

/** What a seat got in a finished game. */
export type SeatResult = {
  /** What sat there. */
  kind: SeatKind;
  /** The bot's level. */
  level?: string;
  /** The person; missing if the account is gone. */
  person?: PersonId;
  /** The person's name. */
  name?: string;
  /** Whether a program plays under this name; missing if not. */
  bot?: boolean;
  /** Whether the name is claimed, so that it has a profile. */
  claimed: boolean;
  /** The side at the end: the seat's own number, or 0 and 1 in a game of teams. */
  side: number;
  /** Its place, from 1; equals share a place. */
  place: number;
  /** Its share of the victory: 1 for whoever won alone, and for each member of the only side that won. */
  share: number;
  /** Its score. */
  score: number;
  /** Whether, and why, a bot played for the person. */
  absent?: StandIn;
  /** The person's rating after the game, if it changed ratings. */
  rating?: number;
};

/** What a review says of a seat. It depends on nothing that the seat could not know. */
export type SeatReview = {
  /** Whose it is. */
  seat: Seat;
  /** What the seat won; a shared victory counts by its share, a team's in full. */
  result: Points;
  /** What it would win if all sides were equal. */
  fair: Points;
  /** The sums. */
  summary: Summary;
  /** The decisions between several moves, in order. */
  decisions: Decision[];
};

/** A device on which somebody is signed in. */
export type SessionInfo = {
  /** Its name, for signing out there. */
  id: string;
  /** Whether it is the one that asks. */
  current: boolean;
  /** When it began, in milliseconds since 1970. */
  created_at: number;
  /** When it was last used, give or take an hour. */
  used_at: number;
  /** The browser and the system in a few words; empty if unknown. */
  device: string;
};

/** `GET /api/me/sessions` */
export type Sessions = {
  /** Where the person is signed in, the last used first. */
  sessions: SessionInfo[];
};

/** What a field of a view shows. */
export type Shape =
  /** Cards side by side. A card of the own hand that is part of a legal move can be clicked. */
  | "hand"
  /** A number of cards face-down. */
  | "pile"
  /** A list of rows. */
  | "board"
  /** Words and numbers. */
  | "text"
  /** A number that is a seat, in views and in moves: the page shows who sits there. */
  | "seat"
  /** Nothing that people need to see. */
  | "hidden";

/** Why a bot plays for a person. */
export type StandIn =
  /** A decision took longer than allowed. */
  | "away"
  /** The person resigned. */
  | "resigned";

/** The story of a seat's game in a sentence. Others are called by their seats. */
export type Story = {
  /** Whose. */
  seat: Seat;
  /** For everybody. */
  told: string;
  /** For whoever sat there. */
  to_you: string;
};

/** `GET /api/stream`: a line, or an event, with its number in this stream. */
export type StreamLine = {
  /** Its number, from 1. */
  n: number;
} & (
  /** The first line. What is going on at each of these tables follows. */
  | {
      type: "hello";
      /** Whose stream it is. */
      me: Me;
      /** Their tables that are not over. */
      tables: TableId[];
    }
  /** You are asked to a table: answer with `accept` or `decline`. */
  | {
      type: "challenge";
      /** The table. */
      table: TableInfo;
    }
  /** You are not asked any more, have left, or the table was given up. */
  | {
      type: "gone";
      /** Which table. */
      table: TableId;
    }
  /** A table of yours that has not begun: how it is now. */
  | {
      type: "table";
      /** The table. */
      table: TableInfo;
      /** Your seat; null if you are only the host. */
      seat: Seat | null;
    }
  /** A game begins, or goes on after you were away. */
  | {
      type: "start";
      /** The table. */
      table: TableInfo;
      /** Your seat; null if you only watch. */
      seat: Seat | null;
    }
  /** It is your turn: answer with `play`. */
  | {
      type: "turn";
      /** Which table. */
      table: TableId;
      /** Your seat. */
      seat: Seat | null;
      /** Where the game stands: your `decision`, your `legal` moves, what you see. */
      game: GameState;
      /** The events since the last time. */
      events: WrittenEvent[];
      /** The number of the first of them. */
      since: number;
    }
  /** The game is over. */
  | {
      type: "over";
      /** Which table. */
      table: TableId;
      /** How it ended. */
      outcome: Outcome;
      /** The events since the last time. */
      events: WrittenEvent[];
      /** The number of the first of them. */
      since: number;
    }
  /** Somebody said something at your table. */
  | {
      type: "chat";
      /** Which table. */
      table: TableId;
      /** What. */
      line: ChatLine;
    }
  /** A player claimed something. */
  | {
      type: "claim";
      /** Which table. */
      table: TableId;
      /** What. */
      claim: WrittenClaim;
    }
  /** Nothing has happened; the stream is still there. */
  | { type: "alive" }
  /** The server ends this stream. */
  | {
      type: "bye";
      /** A stable name. */
      code: string;
      /** A sentence for people. */
      message: string;
      /** How many milliseconds to wait before coming again; null for never. */
      retry_ms: number | null;
    });

/** The sums over a seat's game: `result - fair = deal + luck - loss`, to the last digit. */
export type Summary = {
  /** The luck of the deal: the value of the first decision, less the fair share. */
  deal: Points;
  /** The standard error of `deal`. */
  deal_error: Points;
  /** The luck on the way. */
  luck: Points;
  /** The standard error of `luck`. */
  luck_error: Points;
  /** What the decisions lost. */
  loss: Points;
  /** The standard error of `loss`. */
  loss_error: Points;
  /** 100 for the best move at every decision, 0 for choosing blindly; `None` where nothing was at stake. */
  accuracy: number | null;
  /** How many inaccuracies, mistakes and blunders there were. */
  verdicts: [number, number, number];
};

/** One switch, for lists and help. */
export type Switch = {
  /** Its name, such as `simplified`. */
  name: string;
  /** What it does, in a line. */
  summary: string;
};

/** The identifier of a table: 128 random bits. It is not a secret (logs show it), but nobody can guess one. */
export type TableId = string;

/** A table as it is shown to somebody. */
export type TableInfo = {
  /** The identifier of the table. */
  id: TableId;
  /** The slug of the game. */
  game: string;
  /** The version of its rules. A request for a new game may leave it out; then it is the current one. */
  rules_version: number;
  /** How many play. */
  players: number;
  /** The switches, by name; missing ones are off. */
  options: Record<string, boolean>;
  /** Whether it is played with a deck of its own. */
  own_deck: boolean;
  /** The status of the table. */
  status: TableStatus;
  /** How many moves were made. */
  ply: number;
  /** Whether the list shows it to everybody. */
  public: boolean;
  /** Whether the game may change ratings: whoever sits down agrees. False where hints or the deck rule it out. */
  rated: boolean;
  /** Whether spectators may watch. */
  spectators: boolean;
  /** Whether you may look at it now. */
  watch: boolean;
  /** Whether players may ask for hints. */
  hints: boolean;
  /** Whether the table is for people: no bot account can sit down. */
  people_only: boolean;
  /** Seconds per decision. */
  seconds: number | null;
  /** The level of the bot that plays for absent players. */
  stand_in: string;
  /** Who decides when it begins: whoever made it, or another after they have left. */
  host: PersonId;
  /** The seats. */
  seats: SeatInfo[];
  /** SHA-256 of the secret of the deal, shown before the first card. */
  commitment: string;
  /** How far the deal is, while numbers are promised and revealed. */
  deal?: DealInfo;
  /** The secret part of the link to a private table; shown to the people seated at it. */
  key?: string;
  /** People whom the host muted for everybody. */
  muted: PersonId[];
  /** The table of the rematch. */
  rematch?: TableId;
  /** What it continues from, if it does not begin with a deal. */
  continues?: Continues;
  /** Whether it began as a lesson. */
  lesson: boolean;
  /** How the game ended. */
  outcome: Outcome | null;
  /** Why the stored game cannot be played on, as a sentence; left out if it can. */
  trouble?: string;
  /** When it was made, in milliseconds since 1970. */
  created_at: number;
};

/** `GET /api/tables` */
export type TableList = {
  /** The tables, the latest first. */
  tables: TableInfo[];
  /** Tables that are left out because one person has many. */
  folded: FoldedTables[];
  /** Whether there are older ones. */
  more: boolean;
  /** Where the next page begins: `before` in the next request. Missing if there is none. */
  next?: string;
};

/** The status of a table. */
export type TableStatus =
  /** Waiting for players. */
  | "waiting"
  /** Waiting for the numbers that were promised; nobody can sit down or leave. */
  | "dealing"
  /** Being played. */
  | "running"
  /** Played to the end. */
  | "over"
  /** Closed before it began. */
  | "closed";

/** `GET /api/tables/ID/turn`: the table once it is your turn, or as it is when the wait is over. */
export type TurnNow = {
  /** The table. */
  table: TableInfo;
  /** Your seat; null for a spectator. */
  seat: Seat | null;
  /** Where the game stands, once it is dealt. */
  game: GameState | null;
  /** The events, from the one on that you named. */
  events: WrittenEvent[];
  /** The number of the first of them. */
  since: number;
};

/** Why a finished game changes no rating. */
export type Unrated =
  /** It was a lesson. */
  | "lesson"
  /** It went on from another game. */
  | "continued"
  /** It was played with a deck of its own. */
  | "own_deck"
  /** Its players could ask for hints. */
  | "hints"
  /** The table was not made for it, so nobody agreed by sitting down. */
  | "not_agreed"
  /** A bot played for somebody. */
  | "abandoned"
  /** Somebody at the table had not claimed a name. */
  | "guest"
  /** Everybody was the same level of bots, or on the same side. */
  | "alone";

/** What a decision is called if it lost more than its threshold, and more than two standard errors. */
export type Verdict =
  /** More than 2 points. */
  | "inaccuracy"
  /** More than 5 points. */
  | "mistake"
  /** More than 10 points. */
  | "blunder";

/** What verification proved of a record: it replayed the moves through the same gate as the first time. */
export type Verified = {
  /** The slug of the game. */
  game: string;
  /** The version of the rules it was played under. */
  rules_version: number;
  /** How many play. */
  players: number;
  /** Where chance came from. */
  deal: Deal;
  /** The games that it continues from, the latest first. */
  earlier: Earlier[];
  /** How many moves were made, all of them legal. */
  moves: number;
  /** The SHA-256 that sealed the record, which matches; null if it was not sealed. */
  digest: string | null;
  /** The server's public key, if the record is signed; the signature fits. */
  signed: string | null;
  /** How it ended, if it has. */
  outcome: Outcome | null;
  /** Everything that the dice drew in this game, in order. Whoever has the key of the dice can draw it again. */
  draws: Draw[];
};

/** `GET /api/who` */
export type Who = {
  /** The person who asks; null without a name yet. */
  me: Me | null;
};

/** The mean share of victory without luck, as reviews estimate it, with its 95 % interval. */
export type WithoutLuck = {
  /** Over how many reviewed games. */
  games: number;
  /** The mean share of victory in them. */
  share: number;
  /** The same without luck. */
  adjusted: number;
  /** The lower end of its interval; missing with fewer than two games. */
  low?: number;
  /** The upper end. */
  high?: number;
};

/** How far the work on a review is. */
export type Working = {
  /** Whether it is the first, coarse look. */
  coarse: boolean;
  /** How many pieces are done. */
  done: number;
  /** Of how many. */
  all: number;
};

/**
 * `POST /api/tables/ID/notes`: writes one's note on a moment, instead of the one that was there. The answer is
 * [`Notes`].
 */
export type WriteNote = {
  /** After how many moves. */
  ply: number;
  /** What it says; an empty text takes the note away. */
  text: string;
  /** Whether everybody who may see the game may read it. */
  shared?: boolean;
};

/** Who the viewer is at a table. */
export type You = {
  /** Your seat; null for a spectator. */
  seat: Seat | null;
  /** Whether you made the table. */
  host: boolean;
  /** Whose chat you have muted. */
  muted: PersonId[];
};
