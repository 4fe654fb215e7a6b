//! Lists of matches: pages, filters, and matches that are created or end meanwhile.

use std::collections::BTreeSet;

use tinsel_catalog::GameId;
use tinsel_harness::{Api, Choice, RedisServer, TestMatch, World, created, creating, refused};
use tinsel_proto::v1::{
    AbortMatchRequest, CreateMatchRequest, JoinMatchRequest, Label, ListMatchesRequest, Match, MatchFilter, MatchPhase,
    QuickMatchRequest, Visibility,
};
use tinsel_service::{ApiKey, KeyQuota, Limits, Rate, Settings};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};

/// Few shards, so that many matches share one, and no rate limit.
fn settings() -> Settings {
    Settings {
        shards: 5,
        limits: Limits {
            rate: Rate::UNLIMITED,
            ..Limits::default()
        },
        ..Settings::default()
    }
}

fn asking(page_size: u32, page_token: &str, filter: Option<MatchFilter>) -> ListMatchesRequest {
    ListMatchesRequest {
        page_size,
        page_token: page_token.to_owned(),
        filter,
    }
}

/// All pages of this size, in turn from all of `apis`; `meanwhile` runs between two pages.
async fn all_pages(
    apis: &[&Api],
    page_size: u32,
    filter: Option<&MatchFilter>,
    mut meanwhile: impl AsyncFnMut(usize),
) -> Vec<Match> {
    let (mut all, mut page_token) = (Vec::new(), String::new());
    for turn in 0.. {
        let asked = asking(page_size, &page_token, filter.cloned());
        let page = apis[turn % apis.len()].ask(&asked, None).await.expect("a page");
        assert!(page.matches.len() <= usize::try_from(page_size).unwrap());
        all.extend(page.matches);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
        meanwhile(turn).await;
    }
    all
}

fn ids(matches: &[Match]) -> Vec<String> {
    matches.iter().map(|listed| listed.match_id.clone()).collect()
}

async fn abort(api: &Api, table: &TestMatch) {
    let asked = AbortMatchRequest {
        match_id: table.match_id.clone(),
        ..AbortMatchRequest::default()
    };
    api.ask(&asked, Some(&table.host)).await.expect("aborted");
}

async fn check_pages<S: MatchStore>(store: impl Fn() -> S) {
    let worlds = [
        World::with(store(), 201, settings()).await,
        World::with(store(), 202, settings()).await,
    ];
    let apis = [worlds[0].api(), worlds[1].api()];
    let mut stay = Vec::new();
    for _ in 0..40 {
        stay.push(TestMatch::create(apis[0], &created("")).await);
    }
    let mut go = Vec::new();
    for _ in 0..20 {
        go.push(TestMatch::create(apis[1], &created("")).await);
    }
    let stay: BTreeSet<_> = stay.iter().map(|table| table.match_id.clone()).collect();
    for page_size in [1, 3, 7, 200] {
        let found = ids(&all_pages(&apis, page_size, None, async |_| {}).await);
        assert!(found.is_sorted(), "the order is that of the ids");
        let distinct: BTreeSet<_> = found.iter().cloned().collect();
        assert_eq!(distinct.len(), found.len(), "a match is listed twice");
        assert!(stay.is_subset(&distinct));
        assert_eq!(found.len(), 60);
    }
    // Matches are created and aborted while the client reads the pages.
    let found = all_pages(&apis, 4, None, async |turn| {
        if let Some(table) = go.get(turn) {
            abort(apis[turn % 2], table).await;
        }
        TestMatch::create(apis[turn % 2], &created("")).await;
    });
    let found = ids(&found.await);
    let distinct: BTreeSet<_> = found.iter().cloned().collect();
    assert_eq!(distinct.len(), found.len(), "a match is listed twice");
    assert!(
        stay.is_subset(&distinct),
        "a match that was there all the time is left out"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_match_that_stays_listed_is_listed_once_while_others_come_and_go() {
    let memory = Memory::default();
    check_pages(|| memory.clone()).await;
    let redis = RedisServer::start();
    check_pages(|| Redis::connect(&redis.url(), RedisOptions::default()).unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn labels_of_the_holder_of_an_api_key_select_its_matches() {
    let key = "a key of sixteen";
    let settings = Settings {
        api_keys: vec![ApiKey::new("studio", key.as_bytes(), KeyQuota::default())],
        ..settings()
    };
    let world = World::with(Memory::default(), 207, settings).await;
    let api = world.api().with("x-api-key", key);
    let labels = |labels: &[(&str, &str)]| {
        let labels = labels.iter().map(|(name, value)| Label {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        });
        labels.collect::<Vec<_>>()
    };
    let asked = |set: &[(&str, &str)]| CreateMatchRequest {
        labels: labels(set),
        ..created("")
    };
    let both = api
        .ask(&asked(&[("season", "2026"), ("region", "north pole")]), None)
        .await
        .unwrap();
    let one = api.ask(&asked(&[("season", "2026")]), None).await.unwrap();
    api.ask(&asked(&[]), None).await.unwrap();
    let filter = |selected: &[Label]| MatchFilter {
        labels: selected.to_vec(),
        ..MatchFilter::default()
    };
    let wrong = filter(&labels(&[("Season", "2026")]));
    let refusal = refused(api.ask(&asking(10, "", Some(wrong)), None).await).message;
    assert!(
        refusal.starts_with("filter.labels[0].name: must have 1 to 32"),
        "{refusal}"
    );
    for (selected, expected) in [
        (labels(&[("season", "2026")]), vec![&both.match_id, &one.match_id]),
        (
            labels(&[("season", "2026"), ("region", "north pole")]),
            vec![&both.match_id],
        ),
        (labels(&[("season", "2025")]), vec![]),
    ] {
        let found = all_pages(&[&api], 10, Some(&filter(&selected)), async |_| {}).await;
        let found: BTreeSet<_> = ids(&found).into_iter().collect();
        assert_eq!(found, expected.into_iter().cloned().collect(), "{selected:?}");
    }
    let many: Vec<_> = (0..17).map(|number| format!("label-{number}")).collect();
    let many: Vec<_> = many.iter().map(|name| (name.as_str(), "x")).collect();
    for (wrong, message) in [
        (asked(&many), "labels: must have at most 16"),
        (asked(&[("a b", "x")]), "labels[0].name: must have 1 to 32"),
        (asked(&[("a", "x"), ("a", "y")]), "labels[1].name: must have 1 to 32"),
        (asked(&[("a", "")]), "labels[0].value: must have 1 to 64"),
    ] {
        let refusal = refused(api.ask(&wrong, None).await);
        assert!(refusal.message.starts_with(message), "{refusal:?}");
    }
    let open = World::new(Memory::default(), 208).await;
    let without_key = refused(open.api().ask(&asked(&[("season", "2026")]), None).await);
    assert_eq!(without_key.reason, "API_KEY_MISSING");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_filter_selects_the_listed_matches() {
    let world = World::with(Memory::default(), 203, settings()).await;
    let api = world.api();
    let mut open = Vec::new();
    for game in GameId::ALL {
        for table in game.testkit().setups() {
            open.push((*game, TestMatch::create(api, &creating(&table, "")).await));
        }
    }
    let hidden = [
        CreateMatchRequest {
            visibility: Visibility::Private.into(),
            ..created("")
        },
        CreateMatchRequest {
            players_only: true,
            ..created("")
        },
    ];
    TestMatch::of_players(&[api], &hidden[0]).await;
    let among_players = TestMatch::of_players(&[api], &hidden[1]).await;
    let watched = TestMatch::of_players(&[api], &created("")).await;
    let list = async |filter: MatchFilter| all_pages(&[api], 7, Some(&filter), async |_| {}).await;

    for game in GameId::ALL {
        let found = list(MatchFilter {
            game_id: game.as_str().to_owned(),
            ..MatchFilter::default()
        })
        .await;
        let of_game = open.iter().filter(|(of, _)| of == game).count();
        assert_eq!(found.len(), of_game, "{game}");
        assert!(found.iter().all(|listed| listed.game_id == game.as_str()));
    }
    for (_, table) in &open {
        let seats = u32::try_from(table.seats.len()).unwrap();
        for (seats, open_seats_min, is_found) in [
            (Some(seats), None, true),
            (Some(seats + 1), None, false),
            (None, Some(seats), true),
            (None, Some(seats + 1), false),
        ] {
            let found = list(MatchFilter {
                seats,
                open_seats_min,
                ..MatchFilter::default()
            });
            assert_eq!(ids(&found.await).contains(&table.match_id), is_found);
        }
    }
    let active = MatchFilter {
        phase: MatchPhase::Active.into(),
        ..MatchFilter::default()
    };
    let found = list(active.clone()).await;
    assert_eq!(
        ids(&found),
        std::slice::from_ref(&watched.match_id),
        "others are not to be watched"
    );
    assert!(found[0].pending_decisions.is_empty() && found[0].phase() == MatchPhase::Active);
    assert_eq!(
        api.ask(&among_players.getting(), None).await.map(drop).map_err(|_| ()),
        Err(())
    );
    watched.play(&[api], Choice::Default).await;
    assert_eq!(list(active).await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_requires_the_token_of_the_page_before_and_the_same_filter() {
    let world = World::with(Memory::default(), 204, settings()).await;
    let api = world.api();
    for _ in 0..3 {
        TestMatch::create(api, &created("")).await;
    }
    let first = api.ask(&asking(1, "", None), None).await.unwrap();
    let token = first.next_page_token;
    let other = MatchFilter {
        seats: Some(8),
        ..MatchFilter::default()
    };
    let wrong = [
        (asking(1, "nonsense", None), "page_token"),
        (asking(1, &token[1..], None), "page_token"),
        (asking(1, &format!("{token}A"), None), "page_token"),
        (asking(1, &token, Some(other)), "page_token"),
        (
            asking(
                1,
                "",
                Some(MatchFilter {
                    game_id: "chess".to_owned(),
                    ..MatchFilter::default()
                }),
            ),
            "filter.game_id",
        ),
        (
            asking(
                1,
                "",
                Some(MatchFilter {
                    phase: MatchPhase::Finished.into(),
                    ..MatchFilter::default()
                }),
            ),
            "filter.phase",
        ),
    ];
    for (asked, field) in wrong {
        let refusal = refused(api.ask(&asked, None).await);
        assert_eq!(refusal.reason, "MALFORMED_REQUEST", "{asked:?}");
        assert_eq!(refusal.violations[0].field, field);
    }
    // The page size may change.
    assert_eq!(
        api.ask(&asking(200, &token, None), None).await.unwrap().matches.len(),
        2
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_public_list_matches_are_joined_by_id_code_and_quick_match() {
    let settings = Settings {
        public_list: false,
        ..settings()
    };
    let world = World::with(Memory::default(), 207, settings).await;
    let api = world.api();
    let mut table = TestMatch::create(api, &created("")).await;
    assert_eq!(
        refused(api.ask(&asking(1, "", None), None).await).reason,
        "LISTING_DISABLED"
    );
    table.join(api, 0).await;
    let private = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..created("")
    };
    let code = api.ask(&private, None).await.unwrap().join_code;
    let by_code = JoinMatchRequest {
        join_code: code,
        display_name: "Ada".to_owned(),
        ..JoinMatchRequest::default()
    };
    api.ask(&by_code, None).await.expect("a seat");
    let quick = QuickMatchRequest {
        request_id: "one".to_owned(),
        display_name: "Ada".to_owned(),
        config: created("").config,
        ..QuickMatchRequest::default()
    };
    api.ask(&quick, None).await.expect("a seat");
}
