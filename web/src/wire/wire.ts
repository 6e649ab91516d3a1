// Generated from crates/server/src/wire by `ROUNDTABLE_WRITE_WIRE=1 cargo test -p roundtable-server wire`.

export type TableId = string;
export type PersonId = string;

/**
 * A socket message from a browser: a command, and a number by which its answer is known.
 */
export type Request = { 
/**
 * Comes back in the answer.
 */
id: number, 
/**
 * What to do.
 */
do: Command, };

/**
 * What can be done at a table: an object with one field, named after what to do. Over HTTP the name is the end of
 * the path, `POST /api/tables/ID/NAME`, and the fields are the body.
 */
export type Command = { "join": { 
/**
 * Which; the first free one if left out.
 */
seat?: number, 
/**
 * The secret of an invitation to a kept seat.
 */
invite?: string, 
/**
 * The browser's random number for the deal: 64 hexadecimal digits.
 */
number?: string, } } | { "leave": Record<symbol, never> } | { "start": { 
/**
 * The level of the bots on free seats.
 */
fill?: string, } } | { "play": { 
/**
 * The decision that it answers.
 */
decision: number, 
/**
 * The move: number, notation or JSON.
 */
move: unknown, } } | { "check": { 
/**
 * The move: number, notation or JSON.
 */
move: unknown, } } | { "claim": { 
/**
 * What.
 */
claim: unknown, } } | { "chat": { 
/**
 * What.
 */
text: string, } } | { "resign": Record<symbol, never> } | { "return": Record<symbol, never> } | { "rematch": { 
/**
 * The browser's random number for the deal.
 */
number?: string, } } | { "mute": { 
/**
 * Whose.
 */
person: PersonId, 
/**
 * Whether to mute.
 */
on: boolean, 
/**
 * For everybody at the table; only its host can.
 */
everybody: boolean, } } | { "hint": Record<symbol, never> } | { "sync": Record<symbol, never> };

/**
 * A socket message to a browser.
 *
 * Messages with an `n` are numbered for the table, without gaps: what this viewer may not see comes as `skip`. Whoever misses a
 * number sends `sync`. The others answer a request or say goodbye.
 */
export type Message = { "type": "sync", 
/**
 * The number of the last message that is contained in this.
 */
n: number, 
/**
 * The table.
 */
table: TableInfo, 
/**
 * Who you are here.
 */
you: You, 
/**
 * The game, once it is dealt.
 */
game: GameState | null, 
/**
 * Everything that happened, as told to you.
 */
events: Array<WireEvent>, 
/**
 * What was said in your room.
 */
chat: Array<ChatLine>, } | { "type": "update", 
/**
 * Its number.
 */
n: number, 
/**
 * Where the game stands now.
 */
game: GameUpdate, 
/**
 * What happened, as told to you.
 */
events: Array<WireEvent>, } | { "type": "table", 
/**
 * Its number.
 */
n: number, 
/**
 * The table.
 */
table: TableInfo, 
/**
 * Who you are here.
 */
you: You, } | { "type": "chat", 
/**
 * Its number.
 */
n: number, 
/**
 * What.
 */
line: ChatLine, } | { "type": "claim", 
/**
 * Its number.
 */
n: number, 
/**
 * What.
 */
claim: WireClaim, } | { "type": "skip", 
/**
 * Its number.
 */
n: number, } | { "type": "done", 
/**
 * Which request.
 */
id: number, 
/**
 * The new table, after `rematch`.
 */
table?: TableId, 
/**
 * Hints, the best first.
 */
hints?: Array<WireHint>, } | { "type": "refused", 
/**
 * Which request; null if it could not be read.
 */
id: number | null, 
/**
 * Why.
 */
error: WireErrorBody, } | { "type": "bye", 
/**
 * A stable name in snake_case.
 */
code: string, 
/**
 * A sentence for people.
 */
message: string, 
/**
 * After how many milliseconds to come back; null for not at all.
 */
retry_ms: number | null, };

/**
 * Where a game stands, for one viewer. (It is written by `table/show.rs`, in the order of the fields here and without a value of this
 * type in between: most of it is JSON text already.)
 */
export type GameState = { 
/**
 * How many moves were made.
 */
ply: number, 
/**
 * Who has a decision to make.
 */
to_act: number[], 
/**
 * The number of the own decision, to be named with the move; null if there is none to make.
 */
decision: number | null, 
/**
 * How it ended.
 */
outcome: WireOutcome | null, 
/**
 * Until when decisions must be made.
 */
deadlines: Array<Deadline>, 
/**
 * The own legal moves.
 */
legal: Array<WireMove>, 
/**
 * What the viewer sees, in the game's own form.
 */
view: Record<string, unknown>, };

/**
 * Where a game stands after a move, for a viewer who knows where it stood before. Of the view it has what has changed: the new view is
 * `{...view, ...changed}`. (Written as [`GameState`] is.)
 */
export type GameUpdate = { 
/**
 * How many moves were made.
 */
ply: number, 
/**
 * Who has a decision to make.
 */
to_act: number[], 
/**
 * The number of the own decision, to be named with the move; null if there is none to make.
 */
decision: number | null, 
/**
 * How it ended.
 */
outcome: WireOutcome | null, 
/**
 * Until when decisions must be made.
 */
deadlines: Array<Deadline>, 
/**
 * The own legal moves.
 */
legal: Array<WireMove>, 
/**
 * The fields of the view that are not what they were. A field that is not here has not changed.
 */
changed: Record<string, unknown>, };

/**
 * A legal move in its three forms.
 */
export type WireMove = { 
/**
 * Its number.
 */
number: number, 
/**
 * Its notation.
 */
notation: string, 
/**
 * Its JSON.
 */
json: unknown, };

/**
 * One of the best moves, and what a search thinks of it.
 */
export type WireHint = { 
/**
 * The number of the move.
 */
number: number, 
/**
 * Its notation.
 */
notation: string, 
/**
 * Its JSON, in the game's own form.
 */
json: unknown, 
/**
 * The share of victories that it is expected to bring, from 0 to 1.
 */
share: number, 
/**
 * The standard error of that.
 */
error: number, 
/**
 * How often it should be chosen, where a choice should be mixed.
 */
odds?: number, 
/**
 * What usually happens next, in a sentence.
 */
reason: string, };

/**
 * Something that happened.
 */
export type WireEvent = { 
/**
 * Its place in the game's stream, from 0.
 */
number: number, 
/**
 * What; null if the viewer is not told.
 */
event: unknown, 
/**
 * The same as a sentence.
 */
text?: string, };

/**
 * How a game ended.
 */
export type WireOutcome = { 
/**
 * Seat by seat.
 */
scores: Array<number>, 
/**
 * Seat by seat, from 1.
 */
ranks: Array<number>, 
/**
 * All who share the first rank.
 */
winners: number[], 
/**
 * Why it is over.
 */
reason: WireReason, };

/**
 * Why a game is over.
 */
export type WireReason = { 
/**
 * A stable name in snake_case.
 */
code: string, 
/**
 * A sentence for people.
 */
text: string, };

/**
 * Something that a player claimed.
 */
export type WireClaim = { 
/**
 * After how many moves.
 */
ply: number, 
/**
 * Who.
 */
seat: number, 
/**
 * What, in the game's own form.
 */
claim: unknown, 
/**
 * The same as a sentence.
 */
text: string, };

/**
 * Until when somebody must decide.
 */
export type Deadline = { 
/**
 * Who.
 */
seat: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * A line of chat.
 */
export type ChatLine = { 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * Who.
 */
person: PersonId, 
/**
 * What they are called; null if the account is gone.
 */
name: string | null, 
/**
 * What.
 */
text: string, };

/**
 * Who the viewer is at a table.
 */
export type You = { 
/**
 * The own seat; null for a spectator.
 */
seat: number | null, 
/**
 * Whether the table was made by you.
 */
host: boolean, 
/**
 * Whose chat you do not hear.
 */
muted: Array<PersonId>, };

/**
 * A table, as it is shown to somebody.
 */
export type TableInfo = { 
/**
 * Its name for programs.
 */
id: TableId, 
/**
 * The slug of the game.
 */
game: string, 
/**
 * The version of its rules that is played by.
 */
rules_version: number, 
/**
 * How many play.
 */
players: number, 
/**
 * The game's switches.
 */
options: Record<string, boolean>, 
/**
 * Whether it is played with cards of its own.
 */
own_deck: boolean, 
/**
 * Where it stands.
 */
status: TableStatus, 
/**
 * How many moves were made.
 */
ply: number, 
/**
 * Whether everybody finds it in the list.
 */
public: boolean, 
/**
 * Whether it may be watched.
 */
spectators: boolean, 
/**
 * Whether players may ask for hints.
 */
hints: boolean, 
/**
 * Seconds for a decision.
 */
seconds: number | null, 
/**
 * The level that plays for who is absent.
 */
stand_in: string, 
/**
 * Who made it.
 */
host: PersonId, 
/**
 * The seats.
 */
seats: Array<SeatInfo>, 
/**
 * SHA-256 of the secret behind the deal, shown before the first card.
 */
commitment: string, 
/**
 * The secret part of the link to a private table; shown to those who sit at it.
 */
key?: string, 
/**
 * Whose chat nobody hears.
 */
muted: Array<PersonId>, 
/**
 * The table on which the same people play again.
 */
rematch?: TableId, 
/**
 * Where it goes on from, if it does not begin with a deal.
 */
continues?: Continues, 
/**
 * How it ended.
 */
outcome: WireOutcome | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_at: number, };

/**
 * A seat, as it is shown.
 */
export type SeatInfo = { 
/**
 * What sits there.
 */
kind: SeatKind, 
/**
 * The bot's level.
 */
level?: string, 
/**
 * The person; nobody if the account is gone.
 */
person?: PersonId, 
/**
 * What they are called.
 */
name?: string, 
/**
 * Why a bot plays for them.
 */
stand_in?: StandIn, 
/**
 * The secret of the invitation; shown to the host alone.
 */
invite?: string, };

/**
 * What sits on a seat.
 */
export type SeatKind = "open" | "invited" | "bot" | "person";

/**
 * Why a bot plays for a person.
 */
export type StandIn = "away" | "resigned";

/**
 * Where a table stands.
 */
export type TableStatus = "waiting" | "running" | "over" | "closed";

/**
 * `GET /api/tables`
 */
export type TableList = { 
/**
 * The latest first.
 */
tables: Array<TableInfo>, };

/**
 * `POST /api/tables`
 */
export type CreateTable = { 
/**
 * The slug of the game.
 */
game: string, 
/**
 * How many play.
 */
players: number, 
/**
 * The game's switches that are on.
 */
options?: Record<string, boolean>, 
/**
 * The text of a deck file; the game's own deck if left out.
 */
deck?: string, 
/**
 * What the seats are for, from seat 0; the rest are open. If left out, the maker sits on seat 0.
 */
seats?: Array<NewSeat>, 
/**
 * Whether everybody finds it in the list; otherwise only who has its link.
 */
public?: boolean, 
/**
 * Seconds for a decision; no limit if left out.
 */
seconds?: number, 
/**
 * Whether it may be watched.
 */
spectators?: boolean, 
/**
 * Whether players may ask for hints.
 */
hints?: boolean, 
/**
 * The level of the bot that plays for who is absent or has resigned; `squire` if left out.
 */
stand_in?: string, 
/**
 * The browser's random number for the deal: 64 hexadecimal digits.
 */
number?: string, };

/**
 * What a seat of a new table is for.
 */
export type NewSeat = "open" | "invited" | { "bot": string } | "me";

/**
 * `GET /api/games`
 */
export type Games = { 
/**
 * The games.
 */
games: { slug: string, name: string, summary: string, authors: string, min_players: number, max_players: number, rules_version: number, options: { name: string, summary: string }[] }[], 
/**
 * The levels of bots, the weakest first.
 */
levels: Array<LevelInfo>, };

/**
 * A level of bots.
 */
export type LevelInfo = { 
/**
 * As it is written.
 */
name: string, 
/**
 * How it plays, in a line.
 */
summary: string, };

/**
 * `POST /api/guest`
 */
export type NewGuest = { 
/**
 * What to be called.
 */
name: string, };

/**
 * `PATCH /api/me`
 */
export type Rename = { 
/**
 * What to be called from now on.
 */
name: string, };

/**
 * `POST /api/login`
 */
export type Login = { 
/**
 * The claimed name.
 */
name: string, 
/**
 * Its password.
 */
password: string, };

/**
 * `POST /api/me/password`
 */
export type ClaimName = { 
/**
 * The new password.
 */
password: string, 
/**
 * The one so far, if there is one.
 */
current?: string, };

/**
 * `DELETE /api/me`
 */
export type Confirm = { 
/**
 * The password, if there is one.
 */
password?: string, };

/**
 * Who one is.
 */
export type Me = { 
/**
 * The person's name for programs.
 */
id: PersonId, 
/**
 * What they are called.
 */
name: string, 
/**
 * Whether the name is protected by a password.
 */
claimed: boolean, };

/**
 * `GET /api/who`
 */
export type Who = { 
/**
 * Who one is; null for who has no name yet.
 */
me: Me | null, };

/**
 * A refusal.
 */
export type WireError = { 
/**
 * Why.
 */
error: WireErrorBody, };

/**
 * Why something was refused.
 */
export type WireErrorBody = { 
/**
 * A stable name in snake_case.
 */
code: string, 
/**
 * The rule of the game that forbids it, if it is one.
 */
rule?: string, 
/**
 * A sentence for people.
 */
message: string, };

/**
 * `GET /api/tables/ID/replay?eye=EYE`: what happened, as told to one eye.
 */
export type Replay = { 
/**
 * The table, with the names of its players and the outcome.
 */
table: TableInfo, 
/**
 * Whose eye: a seat's number, `table` for a spectator or `all` for the open cards.
 */
eye: number | "table" | "all", 
/**
 * Every move.
 */
moves: Array<ReplayMove>, 
/**
 * Everything that this eye was told, in order.
 */
events: Array<ReplayEvent>, 
/**
 * Everything that was claimed, in order.
 */
claims: Array<WireClaim>, };

/**
 * A move of a finished game.
 */
export type ReplayMove = { 
/**
 * Which move, from 1: the frame with this number shows what came of it.
 */
ply: number, 
/**
 * Who made it.
 */
seat: number, 
/**
 * Its notation.
 */
notation: string, };

/**
 * Something that happened in a finished game.
 */
export type ReplayEvent = { 
/**
 * In which move it happened, from 1; 0 for what happened before the first.
 */
ply: number, 
/**
 * Its place in the game's stream, from 0.
 */
number: number, 
/**
 * What, in the game's own form. (What this eye was not told is left out.)
 */
event: unknown, 
/**
 * The same as a sentence.
 */
text: string, };

/**
 * `GET /api/tables/ID/replay/frames?eye=EYE&from=PLY&to=PLY`
 */
export type Frames = { 
/**
 * From the first to the last that was asked for, at most a hundred.
 */
frames: Array<Frame>, };

/**
 * A finished game after so many moves, as one eye saw it. Also `GET /api/tables/ID/replay/PLY?eye=EYE`.
 */
export type Frame = { 
/**
 * After how many moves.
 */
ply: number, 
/**
 * Who had a decision to make.
 */
to_act: number[], 
/**
 * What this eye saw, in the game's own form.
 */
view: unknown, };

/**
 * `POST /api/tables/ID/continue`: a new table that goes on from a finished game, against bots.
 */
export type ContinueTable = { 
/**
 * After how many moves.
 */
ply: number, 
/**
 * Where to sit; what this seat could not know then is dealt anew.
 */
seat: number, 
/**
 * The level of the bots on the other seats.
 */
level: string, };

/**
 * Where a table goes on from.
 */
export type Continues = { 
/**
 * From which table.
 */
table: TableId, 
/**
 * After how many of its moves.
 */
ply: number, 
/**
 * From whose knowledge.
 */
seat: number, };

/**
 * `GET /api/tables/ID/verify`: what was found true of the record. What is not true is refused.
 */
export type WireVerified = { 
/**
 * The slug of the game.
 */
game: string, 
/**
 * The version of the rules it was played by.
 */
rules_version: number, 
/**
 * How many play.
 */
players: number, 
/**
 * Where the chance came from; made again.
 */
deal: WireDeal, 
/**
 * The games it goes on from, the latest first.
 */
earlier: Array<WireEarlier>, 
/**
 * How many moves were made; all were played again, and are legal.
 */
moves: number, 
/**
 * The SHA-256 that the record was sealed with; it fits.
 */
digest: string | null, 
/**
 * How it ended.
 */
outcome: WireOutcome | null, };

/**
 * Where the chance of a game came from.
 */
export type WireDeal = { "type": "fair", 
/**
 * What was shown before the first card.
 */
commitment: string, 
/**
 * How many players gave a number.
 */
numbers: number, } | { "type": "named" };

/**
 * A game that another goes on from.
 */
export type WireEarlier = { 
/**
 * After how many of its moves.
 */
moves: number, 
/**
 * Whose knowledge was kept.
 */
seat: number, 
/**
 * Where its own chance came from.
 */
deal: WireDeal, };
