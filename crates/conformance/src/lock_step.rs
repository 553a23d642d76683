//! Two battles that differ in a secret, fought in lock-step until the secret lawfully comes out.

use crate::face::{differences, of_battle, probes};
use crate::json::say;
use crate::report::Broken;
use crate::rng::Rng;
use crate::trial::{Pair, Trial};
use crate::walk::{Drafted, Found, choice, draft, guarded, hash, over};
use dice::{Given, Hex, RuleId, Seed, Stream};
use std::collections::BTreeMap;
use umpire::{Answer, Battle, Chance, DiceFrom, Game, Needs, Opening, Scenario, Viewer};

/// Fights a pair in lock-step, several times, and reports everything that tells its worlds apart.
pub(crate) fn lock_step<G: Game>(
    pair: &Pair,
    trial: &Trial,
    group: usize,
    counts: &mut BTreeMap<&'static str, u64>,
) -> Result<(), Broken> {
    let mut told: BTreeMap<&'static str, String> = BTreeMap::new();
    let mut journal = None;
    let mut proof = Proof::default();
    for battle in 0..trial.battles * 4 {
        let seed = trial.seed_of(1000 + group, battle);
        let mut fight = Fight::<G>::open(pair, &seed).map_err(|why| Broken::new("blind", why, None))?;
        let fought = guarded(|| fight.until_revealed(trial.longest, &mut proof, counts));
        if let Err(why) = fought {
            let sentence = format!("{}: {why}", pair.name);
            return Err(Broken::new("blind", sentence, Some(fight.worlds[0].battle.journal())));
        }
        if !fight.told.is_empty() && journal.is_none() {
            journal = Some(fight.worlds[0].battle.journal().clone());
        }
        for (part, how) in fight.told {
            told.entry(part).or_insert(how);
        }
    }
    if told.is_empty() {
        return proof.found().map_err(|why| Broken::new("blind", format!("{}: {why}", pair.name), None));
    }
    let parts: Vec<&str> = told.keys().copied().collect();
    let first = told.values().next().cloned().unwrap_or_default();
    let sentence = format!("{}: {} can tell: {}; {first}", pair.name, pair.blind, parts.join(", "));
    Err(Broken::new("blind", sentence, journal.as_ref()))
}

/// Whether the battles of a pair prove anything.
#[derive(Default)]
struct Proof {
    /// At some moment the true states differed.
    differed: bool,
    /// And at such a moment, before the secret came out, what can be read was compared.
    compared: bool,
}

impl Proof {
    fn found(&self) -> Found {
        if !self.differed {
            return Err(
                "the pair proves nothing: the true states of its two worlds never differed".to_owned()
            );
        }
        if !self.compared {
            let why = "the secret came out before anything was compared while the two worlds differed";
            return Err(format!("the pair proves nothing: {why}"));
        }
        Ok(())
    }
}

/// One of the two worlds: a battle whose dice are given, and how often each rule has rolled.
struct World<G: Game> {
    battle: Battle<G>,
    rolled: BTreeMap<(RuleId, u8), u64>,
    other: bool,
}

struct Fight<'a, G: Game> {
    pair: &'a Pair,
    seed: Seed,
    worlds: [World<G>; 2],
    rng: Rng,
    pool: Vec<G::Step>,
    /// How many lines the blind seat and the public had been told when they were last looked at.
    heard: [usize; 2],
    /// Parts of what can be read that differed, and how at first.
    told: BTreeMap<&'static str, String>,
}

impl<'a, G: Game> Fight<'a, G> {
    fn open(pair: &'a Pair, seed: &Seed) -> Result<Self, String> {
        let a = World::open(&pair.a, pair, seed, false)?;
        let b = World::open(&pair.b, pair, seed, true)?;
        let (seed, rng) = (seed.clone(), Rng::new(seed));
        Ok(Self { pair, seed, worlds: [a, b], rng, pool: Vec::new(), heard: [0, 0], told: BTreeMap::new() })
    }

    fn until_revealed(
        &mut self,
        longest: usize,
        proof: &mut Proof,
        counts: &mut BTreeMap<&'static str, u64>,
    ) -> Found {
        for _ in 0..longest {
            let differ = proof.compared || hash(&self.worlds[0].battle) != hash(&self.worlds[1].battle);
            proof.differed |= differ;
            if self.revealed() {
                *counts.entry("secrets that came out").or_insert(0) += 1;
                return Ok(());
            }
            self.compare();
            proof.compared |= differ;
            *counts.entry("moments in lock-step").or_insert(0) += 1;
            if self.worlds.iter().any(|world| over(&world.battle)) {
                return Ok(());
            }
            let Some(drafted) = self.choose()? else { return Ok(()) };
            self.pool.extend(drafted.judged.steps().iter().cloned());
            self.pool.truncate(64);
            for world in &mut self.worlds {
                world.play(self.pair, &self.seed, &drafted)?;
            }
        }
        Ok(())
    }

    /// Has a new line been told to the blind seat, in either world, that cites a rule by which the secret
    /// may come out?
    fn revealed(&self) -> bool {
        self.worlds.iter().any(|world| {
            let view = world.battle.view(Viewer::Seat(self.pair.blind), self.heard[0]);
            let rules = view.lines.iter().filter_map(|numbered| numbered.line.rule);
            rules.into_iter().any(|rule| self.pair.reveals.contains(&rule))
        })
    }

    /// Notes everything that the blind seat or the public can read in one world and not in the other.
    fn compare(&mut self) {
        let [a, b] = &self.worlds;
        let entry = a.battle.journal().entries.len();
        let viewers = [Viewer::Seat(self.pair.blind), Viewer::Public];
        for (viewer, heard) in viewers.into_iter().zip(&mut self.heard) {
            let probes = probes(&a.battle.known(viewer), &self.pool, &mut self.rng);
            let [ours, theirs] = [a, b].map(|world| of_battle(&world.battle, viewer, *heard, &probes));
            *heard += a.battle.view(viewer, *heard).lines.len();
            for (part, how) in differences(&ours, &theirs) {
                let say = || format!("after {entry} entries {viewer:?} reads another {part}: {how}");
                self.told.entry(part).or_insert_with(say);
            }
        }
    }

    /// A choice that can be played in both worlds; `None` if the one who knows the secret has none.
    fn choose(&mut self) -> Result<Option<Drafted<G>>, String> {
        let prompts = self.worlds.each_ref().map(|w| G::prompts(&w.battle.known(Viewer::Public)));
        let awaited: Vec<_> = prompts[0].iter().filter(|p| !p.answered).collect();
        let Some(prompt) = self.rng.of(&awaited).copied() else {
            return Err("nobody is asked, and the battle is not over".to_owned());
        };
        let known = self.worlds.each_ref().map(|w| w.battle.known(Viewer::Seat(prompt.seat)));
        for _ in 0..12 {
            let Some(judged) = draft(&known[0], &mut self.rng) else { return Ok(None) };
            let also = G::judge(&known[1], judged.steps());
            if also.is_ok_and(|also| also.complete.is_ok() && also.steps() == judged.steps())
                && prompts[1].iter().any(|p| p.seat == prompt.seat && p.id == prompt.id)
            {
                return Ok(Some(Drafted {
                    seat: prompt.seat,
                    prompt: prompt.id,
                    sealed: prompt.sealed,
                    judged,
                }));
            }
        }
        Ok(None)
    }
}

impl<G: Game> World<G> {
    fn open(scenario: &Scenario, pair: &Pair, seed: &Seed, other: bool) -> Result<Self, String> {
        let chance = Chance { dice: DiceFrom::ByHand, seed: Hex(seed.reveal().to_vec()), added: Vec::new() };
        let (mut given, mut rolled) = (Vec::new(), BTreeMap::new());
        loop {
            let opening =
                Opening { scenario: scenario.clone(), chance: chance.clone(), given: given.clone() };
            match Battle::open(opening) {
                Ok(battle) => return Ok(Self { battle, rolled, other }),
                Err(Answer::Needs(needs)) => given.push(faces(pair, seed, other, &needs, &mut rolled)),
                Err(answer) => return Err(format!("{}: {}", scenario.name, say(&answer))),
            }
        }
    }

    fn play(&mut self, pair: &Pair, seed: &Seed, drafted: &Drafted<G>) -> Result<(), String> {
        let mut next = choice(drafted.seat, drafted.prompt, drafted.judged.steps().to_vec());
        loop {
            match self.battle.decide(next.clone()) {
                Ok(decision) => {
                    self.battle.accept(decision);
                    return Ok(());
                }
                Err(Answer::Needs(needs)) => {
                    next.given.push(faces(pair, seed, self.other, &needs, &mut self.rolled));
                }
                Err(answer) => return Err(format!("{:?} is not played: {}", next.steps, say(&answer))),
            }
        }
    }
}

/// The faces of a roll. They depend on the rule, the thrower and how often he rolled by this rule, so that
/// both worlds see the same dice even where one rolls more; only the secret rolls of others differ.
fn faces(
    pair: &Pair,
    seed: &Seed,
    other: bool,
    needs: &Needs,
    rolled: &mut BTreeMap<(RuleId, u8), u64>,
) -> Given {
    let nth = rolled.entry((needs.rule, needs.seat)).or_insert(0);
    *nth += 1;
    let differs = other && needs.seat != pair.blind.number() && pair.rolls.contains(&needs.rule);
    let key = needs.rule.as_str().bytes().chain([needs.seat, u8::from(differs)]);
    // FNV-1a: any fixed way to make one number of them.
    let index = key.chain(nth.to_le_bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut stream = Stream::new(&seed.nth(index));
    let faces: Vec<u32> = (0..needs.count).map(|_| stream.die(needs.sides)).collect();
    Given::new(needs.rule, &faces)
}
