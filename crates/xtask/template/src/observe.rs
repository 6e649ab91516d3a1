//! What a program that learns is shown: the view, hashed into numbers, until the game has a layout of its own
//! (docs/PYTHON.md).

use roundtable_core::observe::Observe;

use crate::state::HighCard;

impl Observe for HighCard {}
