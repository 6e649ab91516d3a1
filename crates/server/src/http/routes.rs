//! What there is under `/api`, and what each of it needs of an API token.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, patch, post};
use roundtable_protocol::Scope::{Read, Tables, Talk};

use super::bearer::{self, Need};
use super::{api_tokens, lobby, people, profiles, replay, review, sessions, socket, stream, turn};
use crate::site::Site;

/// A route under `/api`.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The method, in lower case.
    pub method: &'static str,
    /// The path after `/api`, with the names of its parts in braces.
    pub path: &'static str,
    /// What it needs of an API token.
    pub need: Need,
}

/// Declares the router and the list of its routes at once, so that no route is without a need.
macro_rules! routes {
    ($($method:ident $path:literal $need:expr => $handler:expr;)+) => {
        /// All routes under `/api`.
        pub const ROUTES: &[Route] = &[
            $(Route { method: stringify!($method), path: $path, need: $need },)+
        ];

        /// The router for them.
        pub(super) fn api(site: &Arc<Site>) -> Router<Arc<Site>> {
            let checked = |need: Need| from_fn_with_state((Arc::clone(site), need), bearer::check);
            Router::new()$(.route($path, $method($handler).route_layer(checked($need))))+
        }
    };
}

use Need::{Any, Command, Scope, SignIn};

routes! {
    get "/about" Any => lobby::about;
    get "/games" Any => lobby::games;
    get "/games/{slug}/rules" Any => lobby::rules;
    get "/games/{slug}/lesson" Any => lobby::lesson;
    post "/games/{slug}/lesson" Scope(Tables) => lobby::learn;
    post "/guest" SignIn => people::guest;
    post "/login" SignIn => people::login;
    post "/logout" SignIn => people::logout;
    get "/who" Scope(Read) => people::who;
    get "/me" Scope(Read) => people::me;
    patch "/me" SignIn => people::rename;
    delete "/me" SignIn => people::delete;
    post "/me/password" SignIn => people::password;
    post "/me/sign-out-everywhere" SignIn => people::sign_out_everywhere;
    post "/me/bot" SignIn => people::bot;
    get "/me/sessions" SignIn => sessions::list;
    delete "/me/sessions/{id}" SignIn => sessions::end;
    get "/me/tokens" SignIn => api_tokens::list;
    post "/me/tokens" SignIn => api_tokens::make;
    delete "/me/tokens/{id}" SignIn => api_tokens::revoke;
    patch "/me/profile" SignIn => profiles::change;
    get "/me/export" SignIn => profiles::export;
    get "/people/{name}" Scope(Read) => profiles::look;
    get "/people/{name}/games" Scope(Read) => profiles::games;
    get "/stream" Scope(Read) => stream::open;
    get "/tables" Scope(Read) => lobby::list;
    post "/tables" Scope(Tables) => lobby::create;
    get "/tables/{id}" Scope(Read) => lobby::look;
    get "/tables/{id}/chat/earlier" Scope(Read) => lobby::chat;
    get "/tables/{id}/record" Scope(Read) => lobby::record;
    get "/tables/{id}/replay" Scope(Read) => replay::index;
    get "/tables/{id}/replay/frames" Scope(Read) => replay::frames;
    get "/tables/{id}/replay/{ply}" Scope(Read) => replay::frame;
    get "/tables/{id}/verify" Scope(Read) => replay::verify;
    get "/tables/{id}/review" Scope(Read) => review::look;
    post "/tables/{id}/review" Scope(Tables) => review::begin;
    get "/tables/{id}/notes" Scope(Read) => review::notes;
    post "/tables/{id}/notes" Scope(Talk) => review::write;
    post "/tables/{id}/continue" Scope(Tables) => replay::go_on;
    get "/tables/{id}/turn" Scope(Read) => turn::wait;
    get "/tables/{id}/live" Scope(Read) => socket::open;
    post "/tables/{id}/{command}" Command => lobby::command;
}
