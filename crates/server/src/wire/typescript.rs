//! Keeps `web/src/wire/wire.ts` what the types here are.

use std::path::Path;

use ts_rs::{Config, TS};

use super::{
    ChatLine, ClaimName, Command, Confirm, ContinueTable, Continues, CreateTable, Deadline, Frame, Frames, GameState,
    GameUpdate, Games, LevelInfo, Login, Me, Message, NewGuest, NewSeat, Rename, Replay, ReplayEvent, ReplayMove,
    Request, SeatInfo, SeatKind, StandIn, TableInfo, TableList, TableStatus, Who, WireClaim, WireDeal, WireEarlier,
    WireError, WireErrorBody, WireEvent, WireHint, WireMove, WireOutcome, WireReason, WireVerified, You,
};
use crate::secret::{PersonId, TableId};

fn text() -> String {
    let config = Config::new().with_large_int("number");
    let mut text =
        "// Generated from crates/server/src/wire by `ROUNDTABLE_WRITE_WIRE=1 cargo test -p roundtable-server wire`.\n"
            .to_owned();
    macro_rules! declare {
        ($($type:ty),+ $(,)?) => {
            $(text += &format!("\n{}export {}\n", <$type>::docs().unwrap_or_default(), <$type>::decl(&config));)+
        };
    }
    text += &format!("\nexport type TableId = {};\n", TableId::inline(&config));
    text += &format!("export type PersonId = {};\n", PersonId::inline(&config));
    declare!(
        Request,
        Command,
        Message<'static>,
        GameState,
        GameUpdate,
        WireMove,
        WireHint,
        WireEvent,
        WireOutcome,
        WireReason,
        WireClaim,
        Deadline,
        ChatLine,
        You,
        TableInfo,
        SeatInfo,
        SeatKind,
        StandIn,
        TableStatus,
        TableList,
        CreateTable,
        NewSeat,
        Games,
        LevelInfo,
        NewGuest,
        Rename,
        Login,
        ClaimName,
        Confirm,
        Me,
        Who,
        WireError,
        WireErrorBody,
        Replay,
        ReplayMove,
        ReplayEvent,
        Frames,
        Frame,
        ContinueTable,
        Continues,
        WireVerified,
        WireDeal,
        WireEarlier,
    );
    text
}

#[test]
fn the_typescript_of_the_wire_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/wire.ts");
    let text = text();
    if std::env::var_os("ROUNDTABLE_WRITE_WIRE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == text,
        "web/src/wire/wire.ts is not current; run ROUNDTABLE_WRITE_WIRE=1 cargo test -p roundtable-server wire"
    );
}
