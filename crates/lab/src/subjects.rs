//! What to look at in each game.

mod knight_at_the_inn;
mod knight_shift;
mod knights_and_damosels;
mod never_bring_a_knife;
mod shock;
