//! What is known of each game, a slice a game: its squire, what the search knows of it, and what was learnt of it.
//!
//! There is no list of games here. The catalog's is the only one, and every game on it has a folder of its name.

macro_rules! slices {
    ($($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        $(pub mod $module;)+
    };
}

roundtable_catalog::for_each_game!(slices!());
