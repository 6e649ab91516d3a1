//! The switches of a game: all booleans, all off by default.

use serde::Serialize;
use serde_json::{Map, Value};

/// The options of a game. [`options!`](crate::options!) implements it; a game without any has [`NoOptions`].
pub trait GameOptions: Copy + Eq + Default + std::fmt::Debug + Send + Sync + 'static {
    /// The switches, in a fixed order.
    const SWITCHES: &'static [Switch];

    /// Whether the switch with this place in [`Self::SWITCHES`] is on.
    fn get(&self, switch: usize) -> bool;

    /// Turns the switch with this place on or off.
    fn set(&mut self, switch: usize, on: bool);
}

/// One switch, for lists and help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Switch {
    /// Its name, such as `simplified`.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
}

/// The options of a game that has none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NoOptions;

impl GameOptions for NoOptions {
    const SWITCHES: &'static [Switch] = &[];

    fn get(&self, _: usize) -> bool {
        false
    }

    fn set(&mut self, _: usize, _: bool) {}
}

/// Declares a struct of switches that implements [`GameOptions`].
///
/// ```
/// roundtable_core::options! {
///     /// How the sun is to shine.
///     pub struct Weather {
///         /// Off: a cloudless sky.
///         clouds: "Clouds may hide the sun",
///     }
/// }
/// use roundtable_core::GameOptions;
/// assert_eq!(Weather::SWITCHES[0].name, "clouds");
/// assert!(!Weather::default().clouds);
/// ```
#[macro_export]
macro_rules! options {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$doc:meta])* $switch:ident: $summary:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        $vis struct $name { $($(#[$doc])* $vis $switch: bool,)+ }

        impl $crate::GameOptions for $name {
            const SWITCHES: &'static [$crate::Switch] = &[
                $($crate::Switch { name: stringify!($switch), summary: $summary },)+
            ];

            fn get(&self, switch: usize) -> bool {
                [$(self.$switch),+][switch]
            }

            fn set(&mut self, switch: usize, on: bool) {
                *[$(&mut self.$switch),+][switch] = on;
            }
        }
    };
}

/// Every set of options that a game can be played with, all off first.
pub fn every_set<O: GameOptions>() -> impl Iterator<Item = O> {
    (0..1_u32 << O::SWITCHES.len()).map(|bits| {
        let mut options = O::default();
        for switch in 0..O::SWITCHES.len() {
            options.set(switch, bits >> switch & 1 != 0);
        }
        options
    })
}

/// The options as JSON, with every switch named.
pub fn to_json<O: GameOptions>(options: &O) -> Map<String, Value> {
    let pair = |(i, switch): (usize, &Switch)| (switch.name.to_owned(), options.get(i).into());
    O::SWITCHES.iter().enumerate().map(pair).collect()
}

/// The options from JSON; a missing switch is off.
///
/// # Errors
/// A sentence that names the switch that is unknown or not a boolean.
pub fn from_json<O: GameOptions>(json: &Map<String, Value>) -> Result<O, String> {
    let mut options = O::default();
    for (name, value) in json {
        let Some(switch) = O::SWITCHES.iter().position(|switch| switch.name == name) else {
            let known: Vec<_> = O::SWITCHES.iter().map(|switch| switch.name).collect();
            return Err(if known.is_empty() {
                format!("this game has no options, so none called `{name}`")
            } else {
                format!("there is no option `{name}`; there are: {}", known.join(", "))
            });
        };
        let on = value
            .as_bool()
            .ok_or_else(|| format!("option `{name}` is true or false, not {value}"))?;
        options.set(switch, on);
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::options! {
        /// Two switches.
        struct Two {
            /// One.
            easy: "Easier",
            /// The other.
            hard: "Harder",
        }
    }

    #[test]
    fn every_set_is_listed_once() {
        let sets: Vec<Two> = every_set().collect();
        assert_eq!(sets.len(), 4);
        assert_eq!(sets[0], Two::default());
        assert_eq!(
            sets[2],
            Two {
                easy: false,
                hard: true
            }
        );
        assert_eq!(every_set::<NoOptions>().count(), 1);
    }

    #[test]
    fn json_goes_both_ways_and_names_what_is_wrong() {
        let both = Two { easy: true, hard: true };
        assert_eq!(from_json::<Two>(&to_json(&both)), Ok(both));
        let read = |text| from_json::<Two>(&serde_json::from_str(text).unwrap());
        assert_eq!(read("{}"), Ok(Two::default()));
        assert!(read(r#"{"esay":true}"#).unwrap_err().contains("easy, hard"));
        assert!(read(r#"{"easy":1}"#).unwrap_err().contains("true or false"));
    }
}
