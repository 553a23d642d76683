//! Battles: opening them, finding one's own, reading what is over.

use super::bodies::Brought;
use super::branch::Origin;
use super::{Given, read, umpires};
use crate::acts::view;
use crate::guard::{Address, no, refuse};
use crate::hall::{Hall, answer, now};
use crate::live::Live;
use crate::message::{By, Chair};
use crate::mind::Intent;
use crate::token::{Token, holder, random};
use archive::{Chair as Place, Head, Header, Kind, Record, Time, TokenHash};
use axum::Json;
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use dice::Hex;
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use umpire::{
    Answer, Chance, Code, DiceFrom, GameEntry, Journal, Outcome, Scenario, Seat, SeatInfo, Sentence, Trouble,
    Viewer,
};
use utoipa::ToSchema;

/// The most chairs asked about at once.
const MOST_CHAIRS: usize = 100;

/// A battle to be opened.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The game.
    game: String,
    /// A scenario that comes with the game …
    #[serde(default)]
    scenario: Option<String>,
    /// … or one's own text (TOML) …
    #[serde(default)]
    text: Option<String>,
    /// … or a moment of another battle.
    #[serde(default)]
    from: Option<Origin>,
    /// Who plays each seat, in their order. People, if left out.
    #[serde(default)]
    seats: Vec<By>,
}

/// A battle that was opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    battle: String,
    /// The hash of the secret seed. It is published before anybody adds to it.
    #[schema(value_type = String)]
    commitment: Hex,
    seats: Vec<OpenedSeat>,
    /// For spectators.
    public: Link,
}

/// A seat of a battle that was opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpenedSeat {
    #[schema(value_type = u8)]
    seat: Seat,
    side: u8,
    #[schema(value_type = String)]
    name: Sentence,
    #[serde(flatten)]
    by: By,
    /// For the person who plays it.
    #[serde(flatten)]
    link: Option<Link>,
}

/// A token, and the link to hand on.
#[derive(Serialize, ToSchema)]
pub(crate) struct Link {
    token: String,
    link: String,
}

impl Link {
    pub(crate) fn new(battle: &str, token: &Token) -> Self {
        let token = token.reveal();
        Self { link: format!("/#/battle/{battle}/{token}"), token }
    }
}

/// Opens a battle.
#[utoipa::path(post, path = "/api/battles", request_body = Wanted,
    responses((status = 201, body = Opened), (status = 400, body = crate::guard::Refused)))]
pub(crate) async fn open(
    State(hall): State<Arc<Hall>>,
    Extension(Address(address)): Extension<Address>,
    request: Request,
) -> Given<(StatusCode, Json<Opened>)> {
    if !hall.addresses.may_open(address) {
        return Err(refuse(Code::TooMany, "your address has opened as many battles as it may for now"));
    }
    let (mut wanted, brought) = hall.body::<Wanted>(address, request).await?;
    let game = hall.game(&wanted.game).map_err(no)?;
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex::from(random::<32>()), added: Vec::new() };
    let commitment = chance.commitment().map_err(no)?;
    let Start { scenario, infos, branch } =
        start(&hall, &mut wanted, game, &chance, (address, brought)).await.map_err(no)?;
    let players = players(&hall, &wanted, infos.len()).map_err(no)?;
    let id = Hex(random::<12>().to_vec()).to_string();
    let header = Header {
        id: id.clone(),
        game: game.name.to_owned(),
        rules: game.rules,
        scenario,
        commitment: commitment.clone(),
        chance,
        created: now(),
    };
    let seated: Vec<_> = infos.into_iter().zip(players).map(|(info, by)| Seated::new(info, by)).collect();
    let bench = Token::draw();
    store(&hall, header, branch, &seated, &bench).await.map_err(no)?;
    hall.metrics.opened.fetch_add(1, Relaxed);
    let seats = seated.into_iter().map(|seated| seated.shown(&id)).collect();
    let public = Link::new(&id, &bench);
    Ok((StatusCode::CREATED, Json(Opened { battle: id, commitment, seats, public })))
}

/// A seat, who plays it, and his token if he is a person.
struct Seated {
    info: SeatInfo,
    by: By,
    token: Option<Token>,
}

impl Seated {
    fn new(info: SeatInfo, by: By) -> Self {
        let token = (by == By::Person).then(Token::draw);
        Self { info, by, token }
    }

    fn shown(self, battle: &str) -> OpenedSeat {
        let link = self.token.as_ref().map(|token| Link::new(battle, token));
        let SeatInfo { seat, side, name } = self.info;
        OpenedSeat { seat, side, name, by: self.by, link }
    }
}

async fn store(
    hall: &Hall,
    header: Header,
    branch: Option<Journal>,
    seated: &[Seated],
    bench: &Token,
) -> Result<(), Answer> {
    let place = |s: &Seated| Some(Place { kind: Kind::Seat(s.info.seat), token: s.token.as_ref()?.hash() });
    let mut chairs: Vec<Place> = seated.iter().filter_map(place).collect();
    chairs.push(Place { kind: Kind::Spectator, token: bench.hash() });
    // The computer adds its level to the dice: so it is known after a restart, and shown in the journal.
    let level = |s: &Seated| match &s.by {
        By::Person => None,
        By::Computer { level } => {
            Some(Record::Added { seat: s.info.seat, bytes: Hex(level.clone().into_bytes()) })
        }
    };
    let begins = branch.map(|journal| Record::Branched(Box::new(Head::of(&journal))));
    let records: Vec<Record> = begins.into_iter().chain(seated.iter().filter_map(level)).collect();
    let id = header.id.clone();
    hall.archive.create(header, chairs).await.map_err(answer)?;
    if !records.is_empty() {
        let (expected, after, at, snapshots) = (0, None, now(), Vec::new());
        let append = archive::Append { battle: id.clone(), expected, after, at, records, snapshots };
        hall.archive.append(append).await.map_err(answer)?;
    }
    // Nobody is awaited where only computers play.
    if seated.iter().all(|s| s.token.is_none()) {
        return hall.begin_by_itself(&id).await;
    }
    Ok(())
}

/// What a battle begins with.
struct Start {
    scenario: Scenario,
    infos: Vec<SeatInfo>,
    /// The journal of a battle that begins where another was.
    branch: Option<Journal>,
}

async fn start(
    hall: &Hall,
    wanted: &mut Wanted,
    game: &GameEntry,
    chance: &Chance,
    (asker, brought): (IpAddr, Brought),
) -> Result<Start, Answer> {
    match (&wanted.scenario, &wanted.text, wanted.from.take()) {
        (None, None, Some(origin)) => {
            let branch = hall.branch(game, origin, chance.clone(), (asker, brought)).await?;
            Ok(Start { scenario: branch.scenario.clone(), infos: branch.seats.clone(), branch: Some(branch) })
        }
        (_, _, None) => {
            let scenario = scenario(wanted, game)?;
            let (infos, _) = hall.sample(game, &scenario).await?;
            Ok(Start { scenario, infos, branch: None })
        }
        _ => Err(one_origin()),
    }
}

fn one_origin() -> Answer {
    Answer::error(Code::BadRequest, "a battle is opened from one of `scenario`, `text` and `from`")
}

fn scenario(wanted: &Wanted, game: &GameEntry) -> Result<Scenario, Answer> {
    match (&wanted.scenario, &wanted.text) {
        (Some(name), None) => game.scenario(name).cloned(),
        (None, Some(text)) if text.len() > umpire::LONGEST_SCENARIO => Err(Answer::error(
            Code::TooLong,
            format!("a scenario has at most {} bytes", umpire::LONGEST_SCENARIO),
        )),
        (None, Some(text)) => Ok(Scenario { name: "own".to_owned(), text: text.clone() }),
        _ => Err(one_origin()),
    }
}

fn players(hall: &Hall, wanted: &Wanted, seats: usize) -> Result<Vec<By>, Answer> {
    if wanted.seats.is_empty() {
        return Ok(vec![By::Person; seats]);
    }
    if wanted.seats.len() != seats {
        return Err(Answer::error(Code::BadRequest, format!("this scenario has {seats} seats")));
    }
    for by in &wanted.seats {
        if let By::Computer { level } = by
            && hall.players.player(&wanted.game, level).is_none()
        {
            let there = hall.players.levels(&wanted.game).join(", ");
            let sentence =
                format!("the computer does not play {:?} so; its levels are: {there}", wanted.game);
            return Err(Answer::error(Code::BadRequest, sentence));
        }
    }
    Ok(wanted.seats.clone())
}

/// Chairs that somebody holds.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mine {
    chairs: Vec<Held>,
}

/// A chair that somebody holds.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Held {
    battle: String,
    token: String,
}

/// What became of a battle.
#[derive(Serialize, ToSchema)]
pub(crate) struct Found {
    battle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<Standing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = umpires::trouble)]
    error: Option<Trouble>,
}

/// How a battle stands, for the holder of a chair.
#[derive(Serialize, ToSchema)]
pub(crate) struct Standing {
    game: String,
    scenario: String,
    /// What the scenario is called.
    title: String,
    #[schema(schema_with = umpires::viewer)]
    viewer: Viewer,
    seats: Vec<Chair>,
    begun: bool,
    /// Who is awaited, to join or to decide.
    #[schema(value_type = Vec<u8>)]
    awaited: Vec<Seat>,
    /// How far it has come.
    #[schema(value_type = Option<String>)]
    clock: Option<Sentence>,
    #[schema(schema_with = umpires::outcome)]
    outcome: Option<Outcome>,
    closed: bool,
    /// When anything was last done in it, in milliseconds since 1970.
    last: Time,
}

/// How the battles stand in which one holds chairs.
#[utoipa::path(post, path = "/api/battles/mine", request_body = Mine, responses((status = 200, body = Vec<Found>)))]
pub(crate) async fn mine(
    State(hall): State<Arc<Hall>>,
    body: Result<Json<Mine>, JsonRejection>,
) -> Given<Response> {
    let Mine { chairs } = read(body)?;
    if chairs.len() > MOST_CHAIRS {
        return Err(refuse(Code::TooMany, "at most 100 chairs at once"));
    }
    // A list, written as it is taken: what was found is not gathered.
    let found = stream::iter(chairs.into_iter().enumerate()).then(move |(n, held)| {
        let hall = Arc::clone(&hall);
        async move {
            let found = serde_json::to_string(&found(&hall, held).await).unwrap_or_default();
            if n == 0 { found } else { format!(",{found}") }
        }
    });
    let bracket = |text: &str| stream::iter([text.to_owned()]);
    let list = bracket("[").chain(found).chain(bracket("]")).map(Ok::<_, Infallible>);
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from_stream(list)).into_response())
}

async fn found(hall: &Arc<Hall>, Held { battle, token }: Held) -> Found {
    let (ok, error) = match standing(hall, &battle, &token).await {
        Ok(standing) => (Some(standing), None),
        Err(Answer::Error(trouble)) => (None, Some(trouble)),
        Err(_) => (None, None),
    };
    Found { battle, ok, error }
}

async fn standing(hall: &Arc<Hall>, battle: &str, token: &str) -> Result<Standing, Answer> {
    let nobody = || Answer::error(Code::NotForYou, "this token is not one of this battle");
    let token = Token::read(token).ok_or_else(nobody)?.hash();
    let viewer = hall.holder(battle, &token).await?.ok_or_else(nobody)?;
    let live = hall.live(battle).await?;
    let joined = live.joined(viewer);
    let view = if joined.begun { Some(view(&live, viewer, usize::MAX)?) } else { None };
    let awaited = view.as_ref().map_or_else(|| live.awaited(), |view| Some(view.awaited.clone()));
    let title = hall.game(&joined.game).map(|game| (game.brief)(&live.header.scenario).title)?;
    Ok(Standing {
        title,
        last: last(hall, &live).await?,
        game: joined.game,
        scenario: joined.scenario,
        viewer,
        seats: joined.seats,
        begun: joined.begun,
        awaited: awaited.unwrap_or_default(),
        clock: view.as_ref().map(|view| view.scene.clock.clone()),
        closed: view.as_ref().is_some_and(|view| view.closed),
        outcome: view.and_then(|view| view.outcome),
    })
}

/// When anything was last done in a battle.
async fn last(hall: &Hall, live: &Live) -> Result<Time, Answer> {
    let newest = live.read().next.saturating_sub(1);
    let records = hall.archive.records(live.id(), newest, 1).await.map_err(answer)?;
    Ok(records.last().map_or(live.header.created, |record| record.at))
}

impl Hall {
    /// Whose token has this hash in a battle?
    pub(crate) async fn holder(&self, battle: &str, token: &TokenHash) -> Result<Option<Viewer>, Answer> {
        let chairs = self.archive.chairs(battle).await.map_err(|error| match error {
            // Whether there is such a battle is told to those who belong to it.
            archive::Error::NoBattle(_) | archive::Error::Unfit(_) => {
                Answer::error(Code::NotForYou, "this token is not one of this battle")
            }
            other => answer(other),
        })?;
        Ok(holder(token, &chairs))
    }
}

/// What the computer players of a closed battle meant by their choices, since it was last read from the archive.
#[utoipa::path(get, path = "/api/battles/{battle}/intents", params(("battle" = String, Path)),
    responses((status = 200, body = Vec<Intent>), (status = 403, body = crate::guard::Refused)))]
pub(crate) async fn intents(
    State(hall): State<Arc<Hall>>,
    Path(battle): Path<String>,
) -> Given<Json<Vec<Intent>>> {
    hall.must_be_closed(&battle).await.map_err(no)?;
    // They are nowhere but in memory.
    Ok(Json(hall.present(&battle).map(|live| live.mind.intents()).unwrap_or_default()))
}
