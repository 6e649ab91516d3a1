//! The tables of the database, and the migrations from older versions.

use rusqlite::Connection;

/// Marks a file as ours ("RTbl"), so that no other program's database is mistaken for one.
const APPLICATION: i32 = 0x5254_626c;

/// One migration.
struct Change {
    sql: &'static str,
    /// What SQL cannot do, in the same transaction.
    then: fn(&Connection) -> rusqlite::Result<()>,
}

/// The migrations; each index is the version that a migration starts from. Never change a released one; add another.
const STEPS: &[Change] = &[
    Change {
        sql: FIRST,
        then: |_| Ok(()),
    },
    Change {
        sql: SAFE,
        then: super::decks::take_out,
    },
    Change {
        sql: WHO,
        then: |_| Ok(()),
    },
    Change {
        sql: REVIEWS,
        then: |_| Ok(()),
    },
    Change {
        sql: ACCESS,
        then: |_| Ok(()),
    },
    Change {
        sql: RESULTS,
        then: |_| Ok(()),
    },
];

/// People and tables.
const FIRST: &str = "
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT,
        -- The name as it is compared; only claimed names have one.
        claimed TEXT UNIQUE,
        password TEXT,
        seen_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tokens (
        hash BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        used_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_of ON tokens (person);

    CREATE TABLE tables (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        status TEXT NOT NULL,
        public INTEGER NOT NULL,
        spectators INTEGER NOT NULL,
        state TEXT NOT NULL,
        changed_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tables_listed ON tables (status, public, row);
    CREATE TABLE members (
        person TEXT NOT NULL,
        \"table\" INTEGER NOT NULL,
        host INTEGER NOT NULL,
        PRIMARY KEY (person, \"table\")
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX members_of ON members (\"table\");
    CREATE TABLE moves (
        \"table\" INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        move TEXT NOT NULL,
        PRIMARY KEY (\"table\", ply)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE claims (
        \"table\" INTEGER NOT NULL,
        number INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        claim TEXT NOT NULL,
        PRIMARY KEY (\"table\", number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chat (
        row INTEGER PRIMARY KEY,
        \"table\" INTEGER NOT NULL,
        at INTEGER NOT NULL,
        person TEXT NOT NULL,
        players INTEGER NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
    CREATE INDEX chat_of ON chat (\"table\", row);
    CREATE TABLE clocks (
        \"table\" INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        decision INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        bot INTEGER NOT NULL,
        PRIMARY KEY (\"table\", seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX clocks_due ON clocks (due_at);
";

/// Seals of the chain with moves and claims, decks by digest, mutes apart from the state, and what is needed to notice
/// damage: a digest of every state, and how many commits there were by when.
const SAFE: &str = "
    ALTER TABLE moves ADD COLUMN seal INTEGER;
    ALTER TABLE claims ADD COLUMN seal INTEGER;
    ALTER TABLE tables ADD COLUMN digest BLOB;
    ALTER TABLE tables ADD COLUMN deck BLOB;
    CREATE INDEX tables_deck ON tables (deck) WHERE deck IS NOT NULL;
    CREATE TABLE decks (
        digest BLOB PRIMARY KEY,
        text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE mutes (
        \"table\" INTEGER NOT NULL,
        -- Who does not hear; empty for everybody.
        \"by\" TEXT NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (\"table\", \"by\", person)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO mutes SELECT t.row, '', m.value FROM tables t, json_each(t.state, '$.muted') m;
    INSERT OR IGNORE INTO mutes SELECT t.row, json_extract(m.value, '$[0]'), json_extract(m.value, '$[1]')
        FROM tables t, json_each(t.state, '$.deaf') m;
    UPDATE tables SET state = json_remove(state, '$.muted', '$.deaf')
        WHERE json_array_length(state, '$.muted') > 0 OR json_array_length(state, '$.deaf') > 0;

    DROP INDEX clocks_due;
    CREATE INDEX clocks_due ON clocks (bot, due_at);
    CREATE INDEX chat_at ON chat (at);
    CREATE TABLE site (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        commits INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO site VALUES (1, 0, 0);
";

/// What names are compared by, sessions and devices, and who made a table.
const WHO: &str = "
    -- What names are compared by, see `names`.
    ALTER TABLE people ADD COLUMN caseless TEXT;
    ALTER TABLE people ADD COLUMN written TEXT;
    CREATE INDEX people_caseless ON people (caseless);
    CREATE INDEX people_written ON people (written);

    ALTER TABLE tokens ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tokens ADD COLUMN device TEXT NOT NULL DEFAULT '';
    -- When it was put into the strict cookie: null if never, 0 if it began there.
    ALTER TABLE tokens ADD COLUMN moved_at INTEGER;
    UPDATE tokens SET created_at = used_at;
    CREATE TABLE devices (
        hash BLOB NOT NULL,
        person TEXT NOT NULL,
        used_at INTEGER NOT NULL,
        PRIMARY KEY (hash, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX devices_of ON devices (person);

    CREATE INDEX chat_by ON chat (person);
    -- Who made the table, whoever is its host now; null once it is over or closed, which keeps the index small.
    ALTER TABLE tables ADD COLUMN maker TEXT;
    UPDATE tables SET maker = json_extract(state, '$.host')
        WHERE json_valid(state) AND status NOT IN ('over', 'closed');
    CREATE INDEX tables_made ON tables (maker) WHERE maker IS NOT NULL;
";

/// Reviews by the digest of the record, and notes on finished games.
const REVIEWS: &str = "
    CREATE TABLE reviews (
        digest TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        coarse INTEGER NOT NULL,
        at INTEGER NOT NULL,
        review TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reviews_at ON reviews (at);
    CREATE TABLE notes (
        \"table\" INTEGER NOT NULL,
        person TEXT NOT NULL,
        ply INTEGER NOT NULL,
        text TEXT NOT NULL,
        shared INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (\"table\", person, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notes_by ON notes (person);
";

/// Accounts that are bots, and API tokens.
const ACCESS: &str = "
    ALTER TABLE people ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE api_tokens (
        hash BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        -- What it may do: names separated by commas.
        scopes TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        -- Null if never.
        used_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_tokens_of ON api_tokens (person);
";

/// Results of finished games, ratings, and whether a profile is for others. Games that were over before are filled in
/// by a running server.
const RESULTS: &str = "
    CREATE TABLE games (
        \"table\" INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        setup TEXT NOT NULL,
        public INTEGER NOT NULL,
        -- Why it cannot change ratings, as far as the table says; null if nothing speaks against it.
        bar TEXT,
        finished_at INTEGER NOT NULL,
        -- Of its record, by which its review is found.
        digest TEXT,
        -- Its number in the order in which games are judged; null until then.
        seq INTEGER UNIQUE,
        -- Why it does not count; null if it does, or nobody has judged it.
        unrated TEXT
    ) STRICT;
    CREATE INDEX games_unjudged ON games (finished_at, \"table\") WHERE seq IS NULL;
    CREATE INDEX games_listed ON games (seq) WHERE public;
    CREATE TABLE results (
        \"table\" INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        person TEXT,
        level TEXT,
        -- Whether the person had a claimed name when the game ended.
        claimed INTEGER NOT NULL,
        side INTEGER NOT NULL,
        place INTEGER NOT NULL,
        -- In millionths of the victory.
        share INTEGER NOT NULL,
        score INTEGER NOT NULL,
        absent TEXT,
        -- The person's rating after the game, in millionths of a point; null if it did not count.
        rating INTEGER,
        deviation INTEGER,
        PRIMARY KEY (\"table\", seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_of ON results (person, \"table\") WHERE person IS NOT NULL;
    CREATE TABLE ratings (
        pool TEXT NOT NULL,
        -- A person, or `bot:` and a level.
        who TEXT NOT NULL,
        mean INTEGER NOT NULL,
        deviation INTEGER NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (pool, who)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ratings_of ON ratings (who);
    ALTER TABLE people ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
";

/// Upgrades the database to the version of this program.
pub(super) fn migrate(db: &mut Connection) -> Result<(), String> {
    let said = |error: rusqlite::Error| error.to_string();
    let number = |db: &Connection, pragma: &str| db.query_row(pragma, [], |row| row.get::<_, i64>(0)).map_err(said);
    let tables = number(db, "SELECT count(*) FROM sqlite_schema")?;
    let (application, version) = (number(db, "PRAGMA application_id")?, number(db, "PRAGMA user_version")?);
    if tables > 0 && application != i64::from(APPLICATION) {
        return Err("this is the database of another program; name another directory with --data".to_owned());
    }
    let version = usize::try_from(version).map_err(|_| "its version is negative".to_owned())?;
    if version > STEPS.len() {
        return Err(format!(
            "it was written by a newer Roundtable (version {version} of the database; this program knows {}): \
             use that, or restore a backup from before the upgrade",
            STEPS.len()
        ));
    }
    for (done, step) in STEPS.iter().enumerate().skip(version) {
        // A migration and its version number are one transaction, so an interrupted upgrade simply runs again.
        let change = db.transaction().map_err(said)?;
        change.execute_batch(step.sql).map_err(said)?;
        (step.then)(&change).map_err(said)?;
        change
            .pragma_update(None, "application_id", APPLICATION)
            .map_err(said)?;
        change
            .pragma_update(None, "user_version", done as i64 + 1)
            .map_err(said)?;
        change.commit().map_err(said)?;
    }
    Ok(())
}
