use tinsel_catalog::{Action, AnyMatch};
use tinsel_engine::{SeatIndex, SeatSet, Seed};
use tinsel_proto::{
    games::presents_of_mine::v1::ListReveal,
    v1::{
        Fairness, GameConfig, HistoryDecision, HistoryEvent, Match, MatchBegun, MatchCreated, MatchEnded, MatchEvent,
        MatchPhase, Occupant, Seat, SeatOpened, SeatTaken, game_config, match_event::Event,
    },
};

use super::*;
use crate::{fair, replay};

mod hosts;
mod names;

/// A server that plays a match by itself.
struct Server {
    shown: Match,
    salt: Salt,
    last: ChainHash,
    entries: Vec<HistoryEntry>,
}

impl Server {
    fn new(salt: u8) -> Self {
        let game = GameId::PresentsOfMine;
        let configured = game.game().configure(None, &undecided()).unwrap();
        let seat = |seat: u32| Seat {
            seat,
            occupant: Occupant::Player.into(),
            display_name: format!("Player {seat}"),
            nonce: vec![7; 4].into(),
            bank_left: None,
            control: 0,
        };
        let server_seed = vec![1; 32];
        let shown = Match {
            match_id: "017-3k9m2qx7vd0h5t8wz1ab".to_owned(),
            display_name: "evening".to_owned(),
            game_id: game.as_str().to_owned(),
            rules_version: 1,
            phase: MatchPhase::Finished.into(),
            config: Some(game.game().show_config(&configured.options).unwrap()),
            seats: (0..configured.seats.get().into()).map(seat).collect(),
            fairness: Some(Fairness {
                seed_commitment: fair::commitment(&server_seed).to_vec().into(),
                server_seed: server_seed.into(),
                history_salt: vec![salt; 32].into(),
            }),
            ..Match::default()
        };
        Self {
            last: ChainHash::begin(&shown),
            salt: Salt::new([salt; 32]),
            shown,
            entries: Vec::new(),
        }
    }

    fn write(&mut self, decision: Option<HistoryDecision>, events: Vec<HistoryEvent>, state: &[u8]) {
        let revision = u64::try_from(self.entries.len()).unwrap() + 1;
        let entry = HistoryEntry {
            revision,
            time: Some(prost_types::Timestamp {
                seconds: i64::try_from(revision).unwrap(),
                nanos: 0,
            }),
            decision,
            events,
            ..HistoryEntry::default()
        };
        let hashed = name::without_names(entry.clone());
        let linked = self.last.next(&self.salt, (&hashed).into(), state);
        self.last = linked.chain_hash;
        self.entries.push(HistoryEntry {
            commitment: linked.commitment.bytes().to_vec().into(),
            chain_hash: linked.chain_hash.bytes().to_vec().into(),
            ..entry
        });
        self.shown.revision = revision;
    }

    fn public(event: Event) -> HistoryEvent {
        HistoryEvent {
            event: Some(MatchEvent {
                event: Some(event),
                sentence: None,
            }),
            to_everyone: true,
            to_seats: Vec::new(),
        }
    }

    fn seat_all(&mut self) {
        let game_id = self.shown.game_id.clone();
        self.write(
            None,
            vec![Self::public(Event::MatchCreated(MatchCreated {
                game_id,
                ..MatchCreated::default()
            }))],
            &[],
        );
        for seat in self.shown.seats.clone() {
            let taken = Event::SeatTaken(self.taken(seat));
            self.write(None, vec![Self::public(taken)], &[]);
        }
    }

    /// The event about a seat that is taken: with the hash of the name if the match has one of its own.
    fn taken(&self, seat: Seat) -> SeatTaken {
        let salt = names::SALT.bytes().to_vec();
        let (hash, salt) = match self.shown.name_hash.is_empty() {
            true => (Vec::new(), Vec::new()),
            false => (names::SALT.of_player(&seat.display_name).to_vec(), salt),
        };
        SeatTaken {
            seat: Some(seat),
            occupant_hash: hash.into(),
            occupant_salt: salt.into(),
        }
    }

    /// The decision of a seat; every third one is a default.
    fn decision(playing: &dyn AnyMatch, seat: SeatIndex, number: usize) -> HistoryDecision {
        let by_default = number.is_multiple_of(3);
        let entropy = [u8::try_from(number).unwrap(); 32];
        HistoryDecision {
            seat: seat.get().into(),
            action: playing
                .random(seat, entropy)
                .filter(|_| !by_default)
                .map(Action::into_message),
            by_default,
        }
    }

    fn play(mut self) -> MatchExport {
        self.seat_all();
        self.play_on()
    }

    /// Plays after the lobby.
    fn play_on(mut self) -> MatchExport {
        let begun = replay::begin(&self.shown).unwrap();
        let seats = u32::try_from(self.shown.seats.len()).unwrap();
        let mut told = vec![Self::public(Event::MatchBegun(MatchBegun { seats }))];
        told.extend(begun.events.into_iter().map(replay::history_event));
        self.write(None, told, &begun.after.save().unwrap());
        let mut playing = begun.after;
        while let Some(seat) = playing.owing().iter().next() {
            let decision = Self::decision(&*playing, seat, self.entries.len());
            let acted = replay::decide(&*playing, &decision, SeatSet::EMPTY).unwrap();
            playing = acted.after;
            let mut told: Vec<_> = acted.events.into_iter().map(replay::history_event).collect();
            if let Some(outcome) = playing.outcome(SeatSet::EMPTY) {
                self.shown.outcome = Some(replay::outcome(&outcome));
                told.push(Self::public(Event::MatchEnded(MatchEnded {
                    outcome: self.shown.outcome.clone(),
                    server_seed: self.shown.fairness.as_ref().unwrap().server_seed.clone(),
                })));
            }
            self.write(Some(decision), told, &playing.save().unwrap());
        }
        MatchExport {
            format_version: FORMAT_VERSION,
            r#match: Some(self.shown),
            entries: self.entries,
        }
    }
}

/// The export of a match that `seat` gets if the game keeps secrets.
fn redacted(export: &MatchExport, seat: u32) -> MatchExport {
    let mut export = export.clone();
    export.r#match.as_mut().unwrap().fairness.as_mut().unwrap().history_salt = Default::default();
    for entry in &mut export.entries {
        entry.decision = entry.decision.take().filter(|decision| decision.seat == seat);
        entry
            .events
            .retain(|event| event.to_everyone || event.to_seats.contains(&seat));
        for event in &mut entry.events {
            event.to_seats.retain(|told| *told == seat);
        }
    }
    export
}

/// Verifies a match as one of a game that keeps secrets.
fn verify_redacted(export: &MatchExport) -> Result<Verified, VerifyError> {
    let claim = Claim::judge(export, |_| false).map_err(|what| Location::Match.wrong(what))?;
    check(export, &claim)
}

#[test]
fn a_match_is_what_was_played() {
    let export = Server::new(9).play();
    let verified = verify(&export).unwrap();
    assert_eq!(verified.revisions, 58);
    let (decisions, defaults) = (48, 16);
    assert_eq!(verified.checked, Checked::Everything { decisions, defaults });
    // A change of the links or of the encoding of states would invalidate all existing exports. (The game's random
    // choices decide on this match: if they change, this value may change.)
    assert_eq!(
        verified.last.to_string(),
        "5cc29fa5a2a55d7f4d03d4f81e54e997ebaaa5221bfc130bbc33051923a608e7"
    );
}

#[test]
fn without_the_salt_the_promise_and_the_chain_are_what_can_be_checked() {
    let whole = Server::new(9).play();
    let last = verify(&whole).unwrap().last;
    for seat in [0, 5, 99] {
        let export = redacted(&whole, seat);
        let verified = verify_redacted(&export).unwrap();
        assert_eq!((verified.checked, verified.last), (Checked::WhatIsPublic, last));
        assert_eq!(
            verify(&export).unwrap_err().location,
            Location::Match,
            "a whole one has its salt"
        );
    }
    assert_eq!(
        verify_redacted(&whole).unwrap_err().location,
        Location::Match,
        "secrets are shown"
    );
}

#[test]
fn the_same_match_under_another_salt_has_no_hash_in_common() {
    let [one, other] = [9, 10].map(|salt| Server::new(salt).play());
    for (one, other) in one.entries.iter().zip(&other.entries) {
        assert_eq!((one.revision, &one.events), (other.revision, &other.events));
        assert_ne!(one.commitment, other.commitment);
        assert_ne!(one.chain_hash, other.chain_hash);
    }
}

#[test]
fn tampering_with_a_redacted_match_is_found_at_its_location() {
    let sound = redacted(&Server::new(9).play(), 3);
    let at = |revision| Location::Revision(revision);
    let refused = |location: Location, touch: &dyn Fn(&mut MatchExport)| {
        let mut touched = sound.clone();
        touch(&mut touched);
        assert_ne!(touched, sound);
        let wrong = verify_redacted(&touched).unwrap_err();
        assert_eq!(wrong.location, location, "{wrong}");
    };
    refused(at(1), &|of| of.r#match.as_mut().unwrap().display_name.push('!'));
    refused(Location::Match, &|of| {
        of.r#match.as_mut().unwrap().config = Some(undecided());
    });
    refused(Location::Match, &|of| {
        let shown = of.r#match.as_mut().unwrap();
        shown.disclosed_config = shown.config.clone();
    });
    refused(at(1), &|of| {
        let config = of.r#match.as_mut().unwrap().config.as_mut().unwrap();
        let Some(game_config::Game::PresentsOfMine(options)) = &mut config.game else {
            panic!("it is another game")
        };
        options.set_list_reveal(ListReveal::BeforeSelection);
    });
    refused(at(10), &|of| {
        of.r#match.as_mut().unwrap().seats[2].display_name.push('!')
    });
    refused(Location::Match, &|of| of.r#match.as_mut().unwrap().revision += 1);
    refused(Location::Match, &|of| {
        promise(of, |fairness| fairness.server_seed = vec![2; 32].into())
    });
    refused(at(58), &|of| {
        of.r#match.as_mut().unwrap().outcome.as_mut().unwrap().standings[0].rank += 1
    });
    for revision in [1, 2, 10, 11, 30, 58] {
        let index = usize::try_from(revision).unwrap() - 1;
        refused(at(revision), &|of| of.entries[index].time = None);
        refused(at(revision), &|of| of.entries[index].commitment = vec![0; 32].into());
        refused(at(revision), &|of| of.entries[index].chain_hash = vec![0; 32].into());
        refused(at(revision), &|of| of.entries[index].chain_hash = Default::default());
        refused(at(revision), &|of| drop(of.entries.remove(index)));
        let public = sound.entries[index].events.iter().position(|event| event.to_everyone);
        if let Some(public) = public {
            refused(at(revision), &|of| drop(of.entries[index].events.remove(public)));
            refused(at(revision), &|of| of.entries[index].events[public].to_everyone = false);
        }
    }
    // A fact that only another seat may know makes the export invalid.
    let own = sound.entries.iter().position(|entry| entry.decision.is_some()).unwrap();
    let other = HistoryDecision {
        seat: 4,
        ..sound.entries[own].decision.clone().unwrap()
    };
    let later = sound
        .entries
        .iter()
        .rposition(|entry| entry.decision.is_some())
        .unwrap();
    refused(at(u64::try_from(later).unwrap() + 1), &|of| {
        of.entries[later].decision = Some(other.clone())
    });
}

fn promise(of: &mut MatchExport, change: impl Fn(&mut Fairness)) {
    change(of.r#match.as_mut().unwrap().fairness.as_mut().unwrap());
}

/// The options of the game with no option set.
fn undecided() -> GameConfig {
    let game = game_config::Game::PresentsOfMine(Default::default());
    GameConfig { game: Some(game) }
}

#[test]
fn an_entry_without_hashes_is_refused_with_the_cause() {
    let mut export = Server::new(9).play();
    let entry = &mut export.entries[2];
    (entry.commitment, entry.chain_hash) = Default::default();
    assert_eq!(
        verify(&export).unwrap_err().to_string(),
        "revision 3: the entry has no commitment and no chain hash: they were removed, or a version before the first \
         release exported the match"
    );
}

#[test]
fn another_seed_is_another_match() {
    let export = Server::new(9).play();
    let ended = export.r#match.as_ref().unwrap();
    let nonces = || ended.seats.iter().map(|seat| &seat.nonce[..]);
    assert_eq!(fair::seed_of(ended), fair::seed(&[1; 32], nonces()));
    assert_ne!(fair::seed_of(ended), fair::seed(&[2; 32], nonces()));
    assert_ne!(fair::seed_of(ended), fair::seed(&[1; 32], nonces().skip(1)));
    assert_ne!(fair::seed_of(ended), Seed::new([1; 32]));
}

#[test]
fn a_revision_that_stands_for_a_decision_taken_in_secret_before_verifies() {
    let mut server = Server::new(9);
    server.seat_all();
    let begun = replay::begin(&server.shown).unwrap();
    let seats = u32::try_from(server.shown.seats.len()).unwrap();
    let mut told = vec![Server::public(Event::MatchBegun(MatchBegun { seats }))];
    told.extend(begun.events.into_iter().map(replay::history_event));
    server.write(None, told, &begun.after.save().unwrap());
    let mut playing = begun.after;
    server.write(None, Vec::new(), &playing.save().unwrap());
    while let Some(seat) = playing.owing().iter().next() {
        let decision = Server::decision(&*playing, seat, server.entries.len());
        let acted = replay::decide(&*playing, &decision, SeatSet::EMPTY).unwrap();
        playing = acted.after;
        let mut told: Vec<_> = acted.events.into_iter().map(replay::history_event).collect();
        if let Some(outcome) = playing.outcome(SeatSet::EMPTY) {
            server.shown.outcome = Some(replay::outcome(&outcome));
            told.push(Server::public(Event::MatchEnded(MatchEnded {
                outcome: server.shown.outcome.clone(),
                server_seed: server.shown.fairness.as_ref().unwrap().server_seed.clone(),
            })));
        }
        server.write(Some(decision), told, &playing.save().unwrap());
    }
    let export = MatchExport {
        format_version: FORMAT_VERSION,
        r#match: Some(server.shown),
        entries: server.entries,
    };
    let checked = verify(&export);
    assert!(checked.is_ok(), "{checked:?}");
}
