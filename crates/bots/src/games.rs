//! What the bots know about each game, one slice per game: its squire, what the search knows, and what was learnt.
//!
//! There is no list of games here. The catalog has the only one, and every game on it has a folder of its name.

macro_rules! slices {
    ($($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        $(pub mod $module;)+
    };
}

roundtable_catalog::for_each_game!(slices!());
