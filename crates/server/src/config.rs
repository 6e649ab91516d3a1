//! Settings: from flags, then the environment, then a TOML file, then defaults.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::days_before;
use crate::store::{DatabaseUrl, Retention};

/// The format of log lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Declares [`Settings`] (what somebody set, all optional, from flags and environment or from a file) and [`Config`]
/// (what is in force) from one list, so that no setting can be missing from one of them.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr, $flag:literal, $env:literal;)+) => {
        /// The settings that somebody made.
        #[derive(Clone, Debug, Default, Deserialize, clap::Args)]
        #[serde(deny_unknown_fields)]
        pub struct Settings {
            $($(#[doc = $doc])+
            // Not the value that is in the environment: it may be a secret.
            #[arg(long = $flag, env = $env, hide_env_values = true)]
            pub $name: Option<$type>,)+
        }

        /// The settings in force.
        #[derive(Clone, PartialEq, Debug, Serialize)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        impl Settings {
            /// These settings; where they are empty, the others.
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self { $($name: self.$name.or(other.$name),)+ }
            }
        }

        impl From<Settings> for Config {
            fn from(set: Settings) -> Self {
                Self { $($name: set.$name.unwrap_or_else(|| $default),)+ }
            }
        }
    };
}

settings! {
    /// The address to listen on; port 0 takes a free port
    bind: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)), "bind", "ROUNDTABLE_BIND";
    /// The directory of the database; created if it does not exist
    data: PathBuf = PathBuf::from("roundtable-data"), "data", "ROUNDTABLE_DATA";
    /// A PostgreSQL database instead of a file in the directory: `postgres://user:password@host/name`
    store: DatabaseUrl = DatabaseUrl::default(), "store", "ROUNDTABLE_STORE";
    /// A file with the address of that database, so that no password is on the command line
    store_file: PathBuf = PathBuf::new(), "store-file", "ROUNDTABLE_STORE_FILE";
    /// Addresses of the site as browsers see it, separated by commas, such as `https://cards.example`; by default the
    /// host that the request names
    origins: String = String::new(), "origins", "ROUNDTABLE_ORIGINS";
    /// People reach the site through HTTPS: cookies are marked Secure and browsers are told to use only HTTPS
    https: bool = false, "https", "ROUNDTABLE_HTTPS";
    /// A reverse proxy is in front: the last address of X-Forwarded-For is the client's
    trust_proxy: bool = false, "trust-proxy", "ROUNDTABLE_TRUST_PROXY";
    /// Simultaneous connections in total
    max_connections: usize = 10_000, "max-connections", "ROUNDTABLE_MAX_CONNECTIONS";
    /// Simultaneous connections from one address; 0 for no limit
    max_connections_per_address: u32 = 200, "max-connections-per-address", "ROUNDTABLE_MAX_CONNECTIONS_PER_ADDRESS";
    /// HTTP requests per second from one address, after a burst of ten times as many; 0 for no limit
    request_rate: u32 = 20, "request-rate", "ROUNDTABLE_REQUEST_RATE";
    /// HTTP requests per second with one API token, after a burst of ten times as many; 0 for no limit
    token_rate: u32 = 20, "token-rate", "ROUNDTABLE_TOKEN_RATE";
    /// New guests per hour from one address; 0 for no limit
    guest_rate: u32 = 60, "guest-rate", "ROUNDTABLE_GUEST_RATE";
    /// Socket messages per second from one connection, after a burst of four times as many; 0 for no limit
    message_rate: u32 = 10, "message-rate", "ROUNDTABLE_MESSAGE_RATE";
    /// The largest request body or socket message, in bytes
    max_message: usize = 65_536, "max-message", "ROUNDTABLE_MAX_MESSAGE";
    /// Tables that one person may have waiting or running at the same time
    max_tables: usize = 50, "max-tables", "ROUNDTABLE_MAX_TABLES";
    /// Tables that one person may make in a day; 0 for no limit
    tables_per_day: u32 = 500, "tables-per-day", "ROUNDTABLE_TABLES_PER_DAY";
    /// Bytes of decks that one person may bring in a day; 0 for no limit
    decks_per_day: u32 = 1 << 20, "decks-per-day", "ROUNDTABLE_DECKS_PER_DAY";
    /// Bytes of chat that one person may write in a day; 0 for no limit
    chat_per_day: u32 = 256 << 10, "chat-per-day", "ROUNDTABLE_CHAT_PER_DAY";
    /// Claims that one person may make in a day; 0 for no limit
    claims_per_day: u32 = 5_000, "claims-per-day", "ROUNDTABLE_CLAIMS_PER_DAY";
    /// Reviews that one person may have worked out in a day; 0 for no limit
    reviews_per_day: u32 = 200, "reviews-per-day", "ROUNDTABLE_REVIEWS_PER_DAY";
    /// How many people's budgets for a day one address has
    people_per_address: u32 = 10, "people-per-address", "ROUNDTABLE_PEOPLE_PER_ADDRESS";
    /// KiB per second that one address is sent when its clients ask for everything again or open a table, after a burst
    /// of thirty times as many; 0 for no limit
    resend_rate: u32 = 512, "resend-rate", "ROUNDTABLE_RESEND_RATE";
    /// How many bits of an IPv6 address count as the address
    ipv6_prefix: u8 = 64, "ipv6-prefix", "ROUNDTABLE_IPV6_PREFIX";
    /// Threads that champions compute on, at tables where people are; quicker bots have one of their own, and so have
    /// hints and tables without people
    bot_threads: usize = 1, "bot-threads", "ROUNDTABLE_BOT_THREADS";
    /// The shortest time a bot seems to think, in milliseconds
    bot_delay_min: u64 = 600, "bot-delay-min", "ROUNDTABLE_BOT_DELAY_MIN";
    /// The longest time a bot seems to think, in milliseconds
    bot_delay_max: u64 = 1_800, "bot-delay-max", "ROUNDTABLE_BOT_DELAY_MAX";
    /// How long bots wait for the only person at a table to be shown a move, in seconds
    bot_patience: u64 = 120, "bot-patience", "ROUNDTABLE_BOT_PATIENCE";
    /// How long players have to reveal the numbers they promised for a deal, in seconds
    reveal_seconds: u64 = 20, "reveal-seconds", "ROUNDTABLE_REVEAL_SECONDS";
    /// Seconds after which a table without viewers is removed from memory (never from the database)
    unload_after: u64 = 60, "unload-after", "ROUNDTABLE_UNLOAD_AFTER";
    /// Seconds of silence after which a socket is closed
    silence: u64 = 60, "silence", "ROUNDTABLE_SILENCE";
    /// Days of absence after which a guest without a password is forgotten
    forget_guests_after: u64 = 90, "forget-guests-after", "ROUNDTABLE_FORGET_GUESTS_AFTER";
    /// Days without any use after which a device is signed out
    session_days: u64 = 90, "session-days", "ROUNDTABLE_SESSION_DAYS";
    /// Days after which a table that never started is deleted
    close_waiting_after: u64 = 7, "close-waiting-after", "ROUNDTABLE_CLOSE_WAITING_AFTER";
    /// Days after which a closed table is deleted
    delete_closed_after: u64 = 1, "delete-closed-after", "ROUNDTABLE_DELETE_CLOSED_AFTER";
    /// Days after which chat is deleted
    delete_chat_after: u64 = 90, "delete-chat-after", "ROUNDTABLE_DELETE_CHAT_AFTER";
    /// Days after which a review is deleted; it is worked out again when somebody asks
    delete_reviews_after: u64 = 90, "delete-reviews-after", "ROUNDTABLE_DELETE_REVIEWS_AFTER";
    /// The NATS server through which several nodes on one PostgreSQL database talk to each other, such as
    /// `nats://127.0.0.1:4222`; on another machine `tls://…`
    bus: String = String::new(), "bus", "ROUNDTABLE_BUS";
    /// A file with the credentials for the bus: a NATS credentials file, or a line with `user:password` or a token
    bus_credentials: String = String::new(), "bus-credentials", "ROUNDTABLE_BUS_CREDENTIALS";
    /// A file with the certificate of the authority that vouches for the bus, if it is none that everybody knows
    bus_ca: String = String::new(), "bus-ca", "ROUNDTABLE_BUS_CA";
    /// What the subjects of this site's letters begin with; two sites on one bus must differ
    bus_prefix: String = "roundtable".to_owned(), "bus-prefix", "ROUNDTABLE_BUS_PREFIX";
    /// Format of log lines: for people or for programs
    log_format: LogFormat = LogFormat::Text, "log-format", "ROUNDTABLE_LOG_FORMAT";
    /// How much to log: error, warn, info, debug
    log_level: String = "info".to_owned(), "log-level", "ROUNDTABLE_LOG_LEVEL";
}

/// A setting that is not allowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadConfig(String);

impl Config {
    /// Whether other nodes can be written to.
    #[must_use]
    pub fn has_bus(&self) -> bool {
        !self.bus.is_empty()
    }

    /// Combines the settings: `set` (flags and environment) over the file, if one is named, over the defaults.
    ///
    /// # Errors
    /// What is wrong and where.
    pub fn load(set: Settings, file: Option<&Path>) -> Result<Self, BadConfig> {
        let from_file = match file {
            None => Settings::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| BadConfig(format!("cannot read {}: {error}", path.display())))?;
                Self::parse(&text).map_err(|error| BadConfig(format!("{}: {error}", path.display())))?
            }
        };
        Self::from(set.or(from_file)).with_store_file()?.checked()
    }

    /// Reads the address of the store, if it is in a file.
    fn with_store_file(mut self) -> Result<Self, BadConfig> {
        let file = &self.store_file;
        if self.store.is_empty() && !file.as_os_str().is_empty() {
            let text = std::fs::read_to_string(file);
            let text = text.map_err(|error| BadConfig(format!("store_file {}: {error}", file.display())))?;
            self.store = DatabaseUrl::from(text);
        }
        Ok(self)
    }

    fn parse(text: &str) -> Result<Settings, BadConfig> {
        toml::from_str(text).map_err(|error| BadConfig(error.to_string()))
    }

    /// For tests: a free port, no limits that a test would reach, quick bots.
    #[must_use]
    pub fn for_tests(data: &Path) -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: data.to_owned(),
            request_rate: 0,
            token_rate: 0,
            guest_rate: 0,
            message_rate: 0,
            tables_per_day: 0,
            decks_per_day: 0,
            chat_per_day: 0,
            claims_per_day: 0,
            reviews_per_day: 0,
            resend_rate: 0,
            max_tables: 10_000,
            bot_delay_min: 0,
            bot_delay_max: 1,
            ..Settings::default().into()
        }
    }

    fn checked(self) -> Result<Self, BadConfig> {
        let wrong = |why: String| Err(BadConfig(why));
        if self.bot_delay_min > self.bot_delay_max {
            return wrong(format!(
                "bot_delay_min ({}) must not exceed bot_delay_max ({})",
                self.bot_delay_min, self.bot_delay_max
            ));
        }
        for (name, value, least, most) in [
            ("max_connections", self.max_connections as u64, 1, 1_000_000),
            ("max_message", self.max_message as u64, 1024, 16 << 20),
            ("max_tables", self.max_tables as u64, 1, 1_000_000),
            ("bot_threads", self.bot_threads as u64, 1, 256),
            ("bot_delay_max", self.bot_delay_max, 0, 600_000),
            ("bot_patience", self.bot_patience, 0, 3_600),
            ("reveal_seconds", self.reveal_seconds, 1, 3_600),
            ("silence", self.silence, 5, 3_600),
            ("unload_after", self.unload_after, 1, 86_400),
            ("forget_guests_after", self.forget_guests_after, 1, 36_500),
            ("session_days", self.session_days, 1, 36_500),
            ("close_waiting_after", self.close_waiting_after, 1, 36_500),
            ("delete_closed_after", self.delete_closed_after, 0, 36_500),
            ("delete_chat_after", self.delete_chat_after, 1, 36_500),
            ("delete_reviews_after", self.delete_reviews_after, 1, 36_500),
            ("people_per_address", self.people_per_address.into(), 1, 1_000_000),
            ("resend_rate", self.resend_rate.into(), 0, 1 << 20),
            ("ipv6_prefix", self.ipv6_prefix.into(), 1, 128),
        ] {
            if value < least || value > most {
                return wrong(format!("{name} is {value}; it goes from {least} to {most}"));
            }
        }
        for origin in self.origins() {
            if !(origin.starts_with("http://") || origin.starts_with("https://")) || origin.ends_with('/') {
                return wrong(format!(
                    "origins: `{origin}` is no origin; write it as https://cards.example, without a slash at the end"
                ));
            }
        }
        if !["error", "warn", "info", "debug"].contains(&self.log_level.as_str()) {
            return wrong(format!(
                "log_level `{}` is none of error, warn, info, debug",
                self.log_level
            ));
        }
        Ok(self)
    }

    /// The origins that are set, one by one.
    pub fn origins(&self) -> impl Iterator<Item = &str> {
        self.origins
            .split(',')
            .map(str::trim)
            .filter(|origin| !origin.is_empty())
    }

    /// What may be deleted now, in milliseconds since 1970.
    #[must_use]
    pub fn retention(&self, now: i64) -> Retention {
        let before = |days: u64| days_before(now, days);
        Retention {
            waiting: before(self.close_waiting_after),
            closed: before(self.delete_closed_after),
            chat: before(self.delete_chat_after),
            guests: before(self.forget_guests_after),
            reviews: before(self.delete_reviews_after),
        }
    }

    /// The database file.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.data.join("roundtable.sqlite")
    }

    /// How long a socket may be silent.
    #[must_use]
    pub const fn silence(&self) -> Duration {
        Duration::from_secs(self.silence)
    }

    /// The settings in force, as a file for `--config`.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_first_counts() {
        let flags = Settings {
            bot_threads: Some(3),
            ..Settings::default()
        };
        let file = Config::parse("bot_threads = 2\nsilence = 30\n").unwrap();
        let config = Config::from(flags.or(file));
        assert_eq!((config.bot_threads, config.silence, config.max_tables), (3, 30, 50));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text| {
            Config::from(Config::parse(text).unwrap())
                .checked()
                .unwrap_err()
                .to_string()
        };
        assert!(error("bot_delay_min = 9000").contains("bot_delay_max"));
        assert!(error("origins = \"cards.example\"").contains("https://cards.example"));
        assert!(error("log_level = \"loud\"").contains("`loud`"));
        assert!(error("max_message = 3").contains("1024"));
        assert!(Config::parse("bnid = \"x\"").unwrap_err().to_string().contains("bnid"));
    }

    #[test]
    fn the_password_of_the_store_is_never_printed() {
        let file = std::env::temp_dir().join(format!("roundtable-store-{}", std::process::id()));
        std::fs::write(&file, "postgres://ann:secret@db/site\n").unwrap();
        let set = Settings {
            store_file: Some(file.clone()),
            ..Settings::default()
        };
        let config = Config::load(set, None).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(
            config.to_toml().contains("postgres://ann:…@db/site"),
            "{}",
            config.to_toml()
        );
        assert!(!format!("{config:?}").contains("secret"));
    }

    #[test]
    fn what_is_printed_can_be_read_again() {
        let config = Config::from(Settings::default());
        let again: Config = Config::parse(&config.to_toml()).unwrap().into();
        assert_eq!(again, config);
    }
}
