//! The umpire: the contract that every game fulfils, and the host of battles.
//!
//! A game is a [`Game`]: it sets up a battle, asks prompts, judges drafts and plays choices. A [`Battle`] is
//! the only door to it: it holds the truth, gives each viewer a [`Known`] state and a [`View`], takes
//! choices, keeps the [`Journal`] and replays it. The [`protocol`] speaks to it in JSON.

mod again;
mod answer;
mod any_known;
mod ask;
mod battle;
pub mod book;
mod chance;
mod decision;
mod door;
mod fact;
mod fold;
mod game;
mod hints;
mod host;
mod journal;
mod known;
mod past;
pub mod protocol;
mod registry;
mod replay;
mod scenario;
mod scene;
mod seat;
mod staff;
mod tell;
mod undo;
mod view;

pub use answer::{Answer, Code, Needs, Trouble};
pub use any_known::AnyKnown;
pub use ask::{Drag, Field, Input, Judgement, Offer, Options, Place, PlaceId, Prompt, PromptId, Refusal};
pub use battle::{
    Act, Battle, Choice, LONGEST_CHOICE, LONGEST_SCENARIO, MOST_ANSWERS, MOST_ENTRIES, Opening,
};
pub use decision::Decision;
pub use dice::odds::Ratio;
pub use dice::{Dice, NeedsDice, RuleId, Why};
pub use door::{Door, Thought};
pub use fact::{Doubts, Fact};
pub use fold::Fold;
pub use game::{
    Begin, Case, Change, Game, Handles, Inspection, Modifier, Odds, Outcome, Overlay, SeatInfo, Store, Tone,
};
// Computer players have plans too.
pub use hints::{Barred, Hints, Kind, Plan as HintedPlan, Strike, Term, Worded};
pub use host::{Host, LONGEST_REQUEST, MOST_BATTLES, read_request, read_seed};
pub use journal::{
    Chance, DiceFrom, Entry, FORMAT, Heard, Journal, Rest, Resumed, SNAPSHOT_EVERY, Snapshot, StateHash,
    Told, Undoable,
};
pub use known::Known;
pub use past::Past;
pub use register::capital;
pub use registry::{
    AnyBattle, AnyDecision, GameEntry, Games, Moment, OpenBattle, Reopened, ReplayBattle, ResumeBattle,
};
pub use replay::{Drift, Replayed};
pub use scenario::{Brief, Problem, Scenario};
pub use scene::{Badge, Figure, Gauge, Marker, Piece, PieceId, Scene, Shape, Terrain, Track};
pub use seat::{MOST_SEATS, Seat, Seats, Viewer};
pub use staff::{Plan, Staff};
pub use tell::{Line, Mute, Scored, Tell, Thrown};
pub use undo::MOST_UNDOS;
pub use view::{Asked, Numbered, View};

/// Words for people.
pub type Sentence = std::borrow::Cow<'static, str>;
