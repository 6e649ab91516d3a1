//! Roundtable on the network: people, tables, bots and spectators over HTTP and WebSocket, durable in one SQLite file.
//!
//! Start with [`Server::start`]. From the outside in:
//! - `listen` accepts connections, `http` guards and routes requests, `http::socket` is a table's live connection;
//! - [`site`] holds what they share, and the tables in memory;
//! - [`table`] is one table: an actor around a room; everything that leaves a room leaves through `table::show`;
//! - [`store`] keeps everything that lasts; [`bots`] is where bots compute, [`hints`] what players get who ask for
//!   advice, [`reviews`] what is said about finished games.
//!
//! The network protocol is in `roundtable-protocol`.

pub mod attempts;
pub mod bots;
pub mod budgets;
mod check;
pub mod clock;
pub mod cluster;
pub mod config;
mod follow;
pub mod hints;
mod http;
mod judge;
pub mod limits;
mod listen;
pub mod logs;
mod machine;
pub mod metrics;
pub mod names;
pub mod passwords;
mod profiles;
pub mod reviews;
pub mod secret;
pub mod shares;
pub mod signing;
pub mod site;
pub mod sockets;
mod spent;
pub mod spoken;
pub mod store;
mod stream;
pub mod streams;
pub mod table;

pub use check::{Checked, check};
pub use config::{Config, Settings};
pub use http::{Need, ROUTES, Route};
pub use judge::rebuild_ratings;
pub use listen::{CannotServe, Server};
