//! The bus: a NATS server, which carries letters between nodes and keeps none of them.
//!
//! Letters hold what players are shown, so a bus on another machine must be reached through TLS and with credentials.

use std::path::Path;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, Subscriber};
use axum::body::Bytes;
use tokio::sync::watch;

use crate::config::Config;
use crate::store::NodeId;

/// How often the bus is asked whether it is there. After two silences it is not.
const PING: Duration = Duration::from_secs(2);

/// How long to wait between attempts to reach it.
const RETRY: Duration = Duration::from_millis(250);

/// How long an attempt may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many letters may wait here. A node that reads more slowly loses some, notices, and has its viewers come anew.
const QUEUE: usize = 65_536;

/// The bus.
pub(super) struct Bus {
    client: Client,
    prefix: String,
}

impl Bus {
    /// Connects to the bus that the settings name. It may be away: then it is tried again and again, and `up` says when
    /// it is there.
    pub(super) async fn connect(config: &Config, up: watch::Sender<bool>) -> Result<Self, String> {
        let url = config.bus.as_str();
        let safe = url.starts_with("tls://") || is_here(url);
        if !safe {
            return Err(
                "the bus carries what players hold, so a bus on another machine must be reached through TLS: write \
                 tls:// instead of nats:// (`bus_ca` names the file with the certificate of its authority)"
                    .to_owned(),
            );
        }
        let options = credentials(config)?;
        if options.is_none() && !is_here(url) {
            return Err(
                "a bus on another machine needs credentials: put them into a file and name it with \
                        --bus-credentials"
                    .to_owned(),
            );
        }
        let mut options = options
            .unwrap_or_default()
            .name("roundtable")
            .retry_on_initial_connect()
            .ignore_discovered_servers()
            .max_reconnects(None)
            .ping_interval(PING)
            .connection_timeout(PATIENCE)
            .subscription_capacity(QUEUE)
            .reconnect_delay_callback(|_| RETRY)
            .event_callback(move |event| {
                let up = up.clone();
                async move { noted(&event, &up) }
            });
        if url.starts_with("tls://") {
            options = options.require_tls(true);
        }
        if !config.bus_ca.is_empty() {
            options = options.add_root_certificates(config.bus_ca.clone().into());
        }
        // The address may have a password in it, so no message repeats it.
        let client = options
            .connect(url)
            .await
            .map_err(|error| format!("the bus cannot be used: {error}; see --bus in docs/HOSTING.md"))?;
        Ok(Self {
            client,
            prefix: config.bus_prefix.clone(),
        })
    }

    /// The letters to a node, and those to all.
    pub(super) async fn listen(&self, node: &NodeId) -> Result<[Subscriber; 2], String> {
        let failed = |error: async_nats::SubscribeError| format!("the bus cannot be listened to: {error}");
        let own = self.client.subscribe(self.subject(Some(node))).await.map_err(failed)?;
        let all = self.client.subscribe(self.subject(None)).await.map_err(failed)?;
        Ok([own, all])
    }

    /// Sends a letter to a node, or to all. Nobody knows whether it arrives.
    pub(super) async fn send(&self, to: Option<&NodeId>, letter: Vec<u8>) -> bool {
        self.client.publish(self.subject(to), Bytes::from(letter)).await.is_ok()
    }

    /// Waits until what was sent has left this process.
    pub(super) async fn flush(&self) {
        let _ = tokio::time::timeout(PATIENCE, self.client.flush()).await;
    }

    fn subject(&self, to: Option<&NodeId>) -> String {
        match to {
            Some(node) => format!("{}.node.{node}", self.prefix),
            None => format!("{}.all", self.prefix),
        }
    }
}

/// Whether the address names this machine.
fn is_here(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url);
    let host = host.rsplit('@').next().unwrap_or(host);
    ["127.", "localhost:", "[::1]:"]
        .iter()
        .any(|here| host.starts_with(here))
        || host == "localhost"
}

/// The options with the credentials in the file that the settings name: a NATS credentials file, or a line with
/// `user:password` or a token. `None` if they name none.
fn credentials(config: &Config) -> Result<Option<ConnectOptions>, String> {
    if config.bus_credentials.is_empty() {
        return Ok(None);
    }
    let file = Path::new(&config.bus_credentials);
    let said = |why: &dyn std::fmt::Display| format!("the credentials of the bus, {}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| said(&error))?;
    let options = ConnectOptions::new();
    if text.contains("BEGIN NATS USER JWT") {
        return options.credentials(&text).map(Some).map_err(|error| said(&error));
    }
    match text.trim().split_once(':') {
        Some((user, password)) => Ok(Some(options.user_and_password(user.to_owned(), password.to_owned()))),
        None if text.trim().is_empty() => Err(said(&"it is empty; write user:password or a token into it")),
        None => Ok(Some(options.token(text.trim().to_owned()))),
    }
}

fn noted(event: &Event, up: &watch::Sender<bool>) {
    match event {
        Event::Connected => {
            tracing::info!("the bus is there");
            up.send_replace(true);
        }
        Event::Disconnected | Event::Closed => {
            tracing::warn!("the bus is away; players at tables of this node play on");
            up.send_replace(false);
        }
        Event::SlowConsumer(_) => tracing::warn!("letters came faster than they were read; some are lost"),
        other => tracing::debug!(%other, "the bus"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_here() {
        for here in [
            "nats://127.0.0.1:4222",
            "localhost:4222",
            "nats://u:p@[::1]:4222",
            "nats://localhost",
        ] {
            assert!(is_here(here), "{here}");
        }
        for there in [
            "nats://10.0.0.1:4222",
            "tls://bus.example:4222",
            "nats://127.example@10.0.0.1:4222",
        ] {
            assert!(!is_here(there), "{there}");
        }
    }
}
