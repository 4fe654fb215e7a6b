//! Display names of players and bots, which must be distinguishable.

use tinsel_harness::{Replica, TestMatch, created, refused};
use tinsel_proto::v1::{AddBotRequest, JoinMatchRequest};

fn join(table: &TestMatch, name: &str) -> JoinMatchRequest {
    JoinMatchRequest {
        match_id: table.match_id.clone(),
        display_name: name.to_owned(),
        ..JoinMatchRequest::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_looks_like_another_is_refused() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let table = TestMatch::create(api, &created("")).await;
    api.ask(&join(&table, "Ann Ö"), None).await.expect("a seat");
    let alike = [
        "Ann Ö",
        "ann ö",
        "ANN Ö",
        "AnnÖ",
        "A n n Ö",
        "Ann  O\u{308}",
        "Ａｎｎ Ö",
        "Ann\u{a0}Ö",
        "Ⓐnn Ö",
    ];
    for name in alike {
        let refusal = refused(api.ask(&join(&table, name), None).await);
        assert_eq!(refusal.reason, "NAME_TAKEN", "{name:?}: {refusal:?}");
    }
    for name in ["Ann O", "Anne Ö", "安娜", "עֲנָת"] {
        api.ask(&join(&table, name), None)
            .await
            .unwrap_or_else(|refusal| panic!("{name:?}: {refusal:?}"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_without_a_name_gets_an_unused_name() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let table = TestMatch::create(api, &created("")).await;
    for name in ["Bot 2", "BOT 3", "bot5"] {
        api.ask(&join(&table, name), None).await.expect("a seat");
    }
    let bot = AddBotRequest {
        match_id: table.match_id.clone(),
        ..AddBotRequest::default()
    };
    for _ in 3..8 {
        api.ask(&bot, Some(&table.host))
            .await
            .expect("a joiner's name is no matter of the host's");
    }
    let told = table.state(api, Some(&table.host)).await.r#match.unwrap();
    let names: Vec<_> = told.seats.iter().map(|seat| seat.display_name.as_str()).collect();
    assert_eq!(
        names,
        ["Bot 2", "BOT 3", "bot5", "Bot 4", "Bot 6", "Bot 7", "Bot 8", "Bot 9"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_named_after_its_seat_if_that_name_is_unused() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let mut table = TestMatch::create(api, &created("")).await;
    for seat in [3, 0, 7] {
        table.add_bot(api, seat).await;
        let told = table.state(api, None).await.r#match.unwrap();
        assert_eq!(told.seats[seat].display_name, format!("Bot {seat}"));
    }
}
