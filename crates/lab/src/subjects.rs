//! What to look at in each game: a file for every game on the catalog's list.

macro_rules! subjects {
    ($($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        $(mod $module;)+
    };
}

roundtable_catalog::for_each_game!(subjects!());
