//! The umpire's types in the description of the interface: they stand in the schemas of the protocol, beside it.

use utoipa::openapi::schema::{Array, ArrayBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};

fn reply(name: &str) -> Ref {
    Ref::new(format!("reply.schema.json#/$defs/{name}"))
}

fn list(name: &str) -> Array {
    ArrayBuilder::new().items(RefOr::<Schema>::Ref(reply(name))).build()
}

pub(crate) fn scene() -> Ref {
    reply("Scene")
}

pub(crate) fn seats() -> Array {
    list("SeatInfo")
}

pub(crate) fn piece() -> Ref {
    reply("Piece")
}

pub(crate) fn journal() -> Ref {
    reply("Journal")
}

pub(crate) fn viewer() -> Ref {
    reply("Viewer")
}

pub(crate) fn outcome() -> Ref {
    reply("Outcome")
}

pub(crate) fn trouble() -> Ref {
    reply("Trouble")
}
