//! What to look at in each game: one file for every game in the catalog.

macro_rules! subjects {
    ($($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        $(mod $module;)+
    };
}

roundtable_catalog::for_each_game!(subjects!());
