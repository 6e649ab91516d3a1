//! Moves from one table: [`moves!`](crate::moves!) declares a game's enum of moves with all its written forms.

use std::fmt;
use std::str::{FromStr, Split};

use crate::Seat;
use crate::notation::{NotationError, number};

/// A part of a move: a card, a seat, a direction. `M` is the move that it belongs to, so that even a plain number can
/// be a part of one game's moves.
pub trait MovePart<M>: Copy {
    /// Whether moves are numbered in groups, one for each value of this part, instead of form by form.
    const GROUPS: bool = false;

    /// How many values there are in a game of `players`.
    fn count(players: usize) -> u32;

    /// The number of the value, from 0 to one below the count, or `None` if it cannot occur in a game of `players`.
    fn number(self, players: usize) -> Option<u32>;

    /// The value with this number.
    fn from_number(number: u32, players: usize) -> Option<Self>;

    /// Writes its words, each after a space.
    ///
    /// # Errors
    /// Only if the formatter fails.
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads its words, and no others.
    ///
    /// # Errors
    /// If they are missing or wrong: a sentence that says what to write.
    fn read(words: &mut Words<'_>) -> Result<Self, NotationError>;
}

/// The words of a text that should be a move, read one by one.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    left: Split<'a, char>,
    examples: &'static [&'static str],
}

impl<'a> Words<'a> {
    #[doc(hidden)]
    #[must_use]
    pub fn new(text: &'a str, examples: &'static [&'static str]) -> Self {
        let left = text.split(' ');
        Self { text, left, examples }
    }

    /// Whether all words have been read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.clone().next().is_none()
    }

    /// The next word.
    ///
    /// # Errors
    /// If there is none.
    pub fn word(&mut self) -> Result<&'a str, NotationError> {
        self.left.next().ok_or_else(|| self.no_move())
    }

    /// The next word, as the value that it stands for.
    ///
    /// # Errors
    /// If there is none, or it stands for nothing of this type.
    pub fn parse<T: FromStr<Err = NotationError>>(&mut self) -> Result<T, NotationError> {
        self.word()?.parse()
    }

    /// The next word, as a value that is written as a number.
    ///
    /// # Errors
    /// If there is none, or the number is out of range.
    pub fn number<T: TryFrom<u64, Error = NotationError>>(&mut self) -> Result<T, NotationError> {
        number(self.word()?)?.try_into()
    }

    /// The error for the whole text, with examples of moves.
    #[must_use]
    pub fn no_move(&self) -> NotationError {
        let quoted: Vec<String> = self.examples.iter().map(|example| format!("`{example}`")).collect();
        let examples = match &quoted[..] {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            few => few.concat(),
        };
        NotationError(format!("`{}` is no move: write {examples}", self.text))
    }

    #[doc(hidden)]
    pub fn end<M>(&self, mv: M) -> Result<M, NotationError> {
        if self.is_empty() { Ok(mv) } else { Err(self.no_move()) }
    }
}

/// The first word of an example.
#[doc(hidden)]
#[must_use]
pub const fn verb(example: &'static str) -> &'static str {
    let mut end = 0;
    while end < example.len() && example.as_bytes()[end] != b' ' {
        end += 1;
    }
    example.split_at(end).0
}

/// A seat of the table, written as its number.
impl<M> MovePart<M> for Seat {
    fn count(players: usize) -> u32 {
        players as u32
    }

    fn number(self, players: usize) -> Option<u32> {
        (self.index() < players).then_some(self.index() as u32)
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        Self::try_new(number as usize).filter(|seat| seat.index() < players)
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {self}")
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        words.parse()
    }
}

/// A part that may be missing, at the end of a move. The missing part is numbered after all others.
impl<M, P: MovePart<M>> MovePart<M> for Option<P> {
    fn count(players: usize) -> u32 {
        P::count(players) + 1
    }

    fn number(self, players: usize) -> Option<u32> {
        self.map_or_else(|| Some(P::count(players)), |part| part.number(players))
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        if number == P::count(players) {
            Some(None)
        } else {
            P::from_number(number, players).map(Some)
        }
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.map_or(Ok(()), |part| part.write(f))
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        if words.is_empty() {
            Ok(None)
        } else {
            P::read(words).map(Some)
        }
    }
}

/// Makes enums parts of a move. They must list all their values as `ALL` in the order of declaration, and `Display` and
/// `FromStr` must write and read them as one word. For another type with such a list, `by` names the method that gives
/// a value's place in it.
#[macro_export]
macro_rules! move_parts {
    ($move:ty: $($part:ident $(by $place:ident)?),+ $(,)?) => {
        $(
            impl $crate::MovePart<$move> for $part {
                #[inline]
                fn count(_: usize) -> u32 {
                    Self::ALL.len() as u32
                }

                #[inline]
                fn number(self, _: usize) -> Option<u32> {
                    Some($crate::move_parts!(@place self $($place)?) as u32)
                }

                #[inline]
                fn from_number(number: u32, _: usize) -> Option<Self> {
                    Self::ALL.get(number as usize).copied()
                }

                fn write(self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    write!(f, " {self}")
                }

                fn read(words: &mut $crate::Words<'_>) -> Result<Self, $crate::NotationError> {
                    words.parse()
                }
            }
        )+
    };
    (@place $part:ident) => { $part };
    (@place $part:ident $place:ident) => { $part.$place() };
}

/// Declares the enum of a game's moves, with notation, JSON and numbers ([`GameMove`](crate::GameMove)).
///
/// Every form of a move is listed once, with an example of its notation: the verb, which is the name of the form in
/// lower case, and one or more words for each part. The error for any other text shows all examples.
///
/// The moves are numbered in the order of the forms, and within a form by their parts; the last part counts fastest.
/// `if` names a function that says whether the form occurs in a game of that many players. JSON is tagged with the
/// verb. Undeclared fields are refused, even in forms without parts. (serde would accept any fields with `Done`, but
/// not with `Done {}`, so the type that is read is a twin of the enum with braces everywhere.)
///
/// ```
/// use roundtable_core::{GameMove, Seat};
///
/// roundtable_core::moves! {
///     /// What a guest can do.
///     pub enum Move {
///         /// Greet somebody.
///         Greet {
///             /// Whom.
///             seat: Seat,
///         } = "greet 2",
///         /// Dance with all the others.
///         Dance = "dance" if is_a_crowd,
///         /// Go home, perhaps with somebody.
///         Leave {
///             /// With whom.
///             with: Option<Seat>,
///         } = "leave" or "leave 1",
///     }
/// }
///
/// fn is_a_crowd(players: usize) -> bool {
///     players > 2
/// }
///
/// assert_eq!("greet 1".parse(), Ok(Move::Greet { seat: Seat::new(1) }));
/// assert_eq!(Move::Leave { with: None }.to_string(), "leave");
/// assert_eq!(
///     "greet all".parse::<Move>().unwrap_err().to_string(),
///     "`all` is no number"
/// );
/// assert_eq!(
///     "sing".parse::<Move>().unwrap_err().to_string(),
///     "`sing` is no move: write `greet 2`, `dance`, `leave` or `leave 1`"
/// );
/// // Two and three guests to be greeted, a dance for three, and to leave with any of them or alone.
/// assert_eq!((Move::count(2), Move::count(3)), (2 + 3, 3 + 1 + 4));
/// assert_eq!((Move::Dance.number(2), Move::Dance.number(3)), (None, Some(3)));
/// assert_eq!(Move::from_number(4, 2), Some(Move::Leave { with: None }));
///
/// assert_eq!(serde_json::to_string(&Move::Dance).unwrap(), r#"{"type":"dance"}"#);
/// assert!(serde_json::from_str::<Move>(r#"{"type":"dance","seat":1}"#).is_err());
/// ```
#[macro_export]
macro_rules! moves {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$form_meta:meta])*
                $form:ident $({ $($(#[$part_meta:meta])* $part:ident: $type:ty),+ $(,)? })?
                    = $example:literal $(or $other:literal)* $(if $occurs:path)?
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        $vis enum $name {
            $($(#[$form_meta])* $form $({ $($(#[$part_meta])* $part: $type),+ })?),+
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match *self {
                    $(Self::$form { $($($part),+)? } => {
                        f.write_str(const { $crate::moves::verb($example) })?;
                        $($(<$type as $crate::MovePart<Self>>::write($part, f)?;)+)?
                    })+
                }
                Ok(())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::NotationError;

            fn from_str(text: &str) -> Result<Self, $crate::NotationError> {
                let mut words = $crate::Words::new(text, &[$($example, $($other,)*)+]);
                let verb = words.word()?;
                $(
                    if verb == const { $crate::moves::verb($example) } {
                        let mv = Self::$form { $($($part: <$type as $crate::MovePart<Self>>::read(&mut words)?),+)? };
                        return words.end(mv);
                    }
                )+
                Err(words.no_move())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // The twin has the same name, because error messages contain it.
                #[allow(clippy::enum_variant_names, reason = "a verb of the rulebook may be `move`")]
                #[derive(serde::Deserialize)]
                #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
                enum $name {
                    $($form { $($($part: $type),+)? }),+
                }
                Ok(match serde::Deserialize::deserialize(deserializer)? {
                    $($name::$form { $($($part),+)? } => Self::$form { $($($part),+)? }),+
                })
            }
        }

        impl $crate::GameMove for $name {
            #[inline]
            fn count(players: usize) -> u32 {
                let (mut groups, mut group) = (1, 0);
                $(
                    $($(if <$type as $crate::MovePart<Self>>::GROUPS {
                        groups = <$type as $crate::MovePart<Self>>::count(players);
                    })+)?
                    group += $crate::moves!(@size players $([$($type),+])? $(if $occurs)?);
                )+
                groups * group
            }

            #[inline]
            #[allow(non_snake_case, unused_mut, reason = "a variable for each form, and some forms have no parts")]
            fn number(self, players: usize) -> Option<u32> {
                // Where each form begins in its group, and finally the size of a group.
                let size = 0;
                $(
                    let $form = size;
                    let size = $form + $crate::moves!(@size players $([$($type),+])? $(if $occurs)?);
                )+
                match self {
                    $(Self::$form { $($($part),+)? } => {
                        $(if !$occurs(players) {
                            return None;
                        })?
                        let (mut group, mut place) = (0, 0);
                        $($(
                            let number = <$type as $crate::MovePart<Self>>::number($part, players)?;
                            if <$type as $crate::MovePart<Self>>::GROUPS {
                                group = number;
                            } else {
                                place = place * <$type as $crate::MovePart<Self>>::count(players) + number;
                            }
                        )+)?
                        Some(group * size + $form + place)
                    })+
                }
            }

            #[inline]
            #[allow(unused_variables, reason = "some forms have no parts")]
            fn from_number(number: u32, players: usize) -> Option<Self> {
                if number >= Self::count(players) {
                    return None;
                }
                let size = 0 $(+ $crate::moves!(@size players $([$($type),+])? $(if $occurs)?))+;
                let (group, place) = (number / size, number % size);
                $(
                    let size = $crate::moves!(@size players $([$($type),+])? $(if $occurs)?);
                    if place < size {
                        $crate::moves!(@parts players group place $($($part: $type,)+)?);
                        return Some(Self::$form { $($($part),+)? });
                    }
                    let place = place - size;
                )+
                None
            }
        }
    };
    // The parts of a form, from its place in the group.
    (@parts $players:ident $group:ident $place:ident) => {};
    (@parts $players:ident $group:ident $place:ident $part:ident: $type:ty, $($rest:ident: $rest_type:ty,)*) => {
        let size = $crate::moves!(@size $players [$($rest_type),*]);
        let number = if <$type as $crate::MovePart<Self>>::GROUPS { $group } else { $place / size };
        let $part = <$type as $crate::MovePart<Self>>::from_number(number, $players)?;
        let place = $place % size;
        $crate::moves!(@parts $players $group place $($rest: $rest_type,)*);
    };
    // The number of moves of a form in each group.
    (@size $players:ident $([$($type:ty),*])? $(if $occurs:path)?) => {
        1 $($(* if <$type as $crate::MovePart<Self>>::GROUPS {
            1
        } else {
            <$type as $crate::MovePart<Self>>::count($players)
        })*)? $(* u32::from($occurs($players)))?
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_is_the_first_word() {
        assert_eq!([verb("play 7h"), verb("done"), verb("")], ["play", "done", ""]);
    }

    #[test]
    fn a_single_example_stands_alone() {
        assert_eq!(
            Words::new("x", &["done"]).no_move().to_string(),
            "`x` is no move: write `done`"
        );
    }
}
