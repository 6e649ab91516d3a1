//! The stable names of refusals.

use std::fmt;

use serde::{Serialize, Serializer};

/// Declares an enum of stable names: each variant with its name in snake_case, as it is written and serialised.
macro_rules! codes {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $code:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[$doc])* $code,)+
            /// A rule of the game forbids it; the name is the game's own.
            Rule(&'static str),
        }

        impl $name {
            /// Every name that is no rule's.
            pub const NAMED: &'static [Self] = &[$(Self::$code),+];

            /// The written name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $text,)+
                    Self::Rule(name) => name,
                }
            }
        }
    };
}

codes! {
    /// The kind of a refusal: a stable name for programs. `roundtable-protocol` adds the refusals of a site.
    pub enum Code {
        /// The last link of a record's chain is not that of its moves.
        BadChain = "bad_chain",
        /// This is not a claim of the game.
        BadClaim = "bad_claim",
        /// The secret of a fair deal is not the one that was committed to.
        BadCommitment = "bad_commitment",
        /// The game cannot be played with this deck.
        BadDeck = "bad_deck",
        /// A record was changed after it was sealed.
        BadDigest = "bad_digest",
        /// This is not a move of the game.
        BadMove = "bad_move",
        /// An option that the game does not have, or a value that is not a boolean.
        BadOptions = "bad_options",
        /// The game is not for this number of players.
        BadPlayers = "bad_players",
        /// A number of a fair deal is not the one that was promised.
        BadPromise = "bad_promise",
        /// This is not a receipt.
        BadReceipt = "bad_receipt",
        /// This is not a record.
        BadRecord = "bad_record",
        /// A move or claim of a record is not legal.
        BadReplay = "bad_replay",
        /// A round of a fair deal was repeated against the rule.
        BadRound = "bad_round",
        /// There is no such seat.
        BadSeat = "bad_seat",
        /// A record's signature does not fit.
        BadSignature = "bad_signature",
        /// A record continues from something that it cannot continue from.
        BadStart = "bad_start",
        /// A record ends before a move that was acknowledged.
        CutRecord = "cut_record",
        /// The deal was made anew without a player who had answered.
        LeftOut = "left_out",
        /// A record of a fair deal without a digest.
        NoDigest = "no_digest",
        /// A record without a signature, from a server that signs.
        NotSigned = "not_signed",
        /// A record says that a player gave no number, who did.
        NotSilent = "not_silent",
        /// The seat has nothing to decide.
        NotToAct = "not_to_act",
        /// Another commitment than the one that was shown.
        OtherCommitment = "other_commitment",
        /// A record without a fair deal, and a receipt of one.
        OtherDeal = "other_deal",
        /// Other events follow from a record than a player was told.
        OtherEvents = "other_events",
        /// A record or match of another game.
        OtherGame = "other_game",
        /// A record that is signed with another key.
        OtherKey = "other_key",
        /// A game that was changed before a move that was acknowledged.
        OtherLink = "other_link",
        /// A deal without the number that a player had promised.
        OtherNumber = "other_number",
        /// Other promises than those that stood before the numbers were known.
        OtherRoll = "other_roll",
        /// A record under another version of the rules.
        OtherRules = "other_rules",
        /// A record that continues from a sample which this program would not draw.
        OtherSamples = "other_samples",
        /// A record of another table.
        OtherTable = "other_table",
        /// A record in another format.
        UnknownFormat = "unknown_format",
        /// There is no such game.
        UnknownGame = "unknown_game",
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl PartialEq<&str> for Code {
    fn eq(&self, name: &&str) -> bool {
        self.name() == *name
    }
}
