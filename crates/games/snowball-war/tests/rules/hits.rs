//! Hits, tokens, running away, knock-outs (2.6).

use tinsel_snowball_war::{
    Draft, Obstacle,
    testkit::{Position, discard, dodge, double_throw, intercept, rush, take_hit, throw, throw_again},
};

use crate::support::*;

/// Paul with his ability ready, and Bianca 80 away.
fn pauls_double() -> Position {
    Position::action(0)
        .stands(Paul, 300, 150)
        .dice(Paul, [4, 5])
        .stands(Bianca, 380, 150)
        .dice(Natasha, [1, 1])
}

// SW-46, SW-51
#[test]
fn hits_are_resolved_one_at_a_time() {
    let mut game = pauls_double().dice(Bianca, [1, 5]).build();
    let sent = act(&mut game, 0, double_throw(Bianca));
    assert_eq!(
        sent[2..],
        ["Paul throws at Bianca, 2", "hit 1 of 2 on Bianca, 1 decides"]
    );
    let sent = act(&mut game, 1, take_hit());
    assert_eq!(sent, ["Bianca + = 1", "hit 2 of 2 on Bianca, 1 decides"]);
    assert_eq!(public(&game).hit.unwrap().hit, 2);
    let sent = act(&mut game, 1, dodge(1));
    assert_eq!(sent, ["1 spends Bianca 1: 5 for DODGE", "Bianca dodges", "due 1"]);
    assert_eq!(tokens(&game, Bianca), 1);
}

// SW-52
#[test]
fn a_character_with_a_full_scarf_runs_away_at_once() {
    // Section 1.2: the number of tokens that each takes.
    for (who, scarf) in [(Bianca, 3), (Natasha, 3), (Emily, 3)] {
        for tokens_before in 0..scarf {
            let mut game = Position::action(0)
                .stands(Stephen, 300, 150)
                .dice(Stephen, [4, 1])
                .stands(who, 380, 150)
                .dice(who, [2, 6])
                .tokens(who, tokens_before)
                .build();
            let sent = act(&mut game, 0, throw(Stephen, 0, who));
            let gone = tokens_before + 1 == scarf;
            assert_eq!(sent.contains(&format!("{who} runs away, lost: 2 6")), gone);
            assert_eq!(has_run_away(&game, who), gone);
            assert_eq!(tokens(&game, who), tokens_before + 1, "it keeps its tokens");
            assert_eq!(dice(&game, who), if gone { [0, 0] } else { [2, 6] });
            assert_eq!(at(&game, who).is_none(), gone);
        }
    }
    let scarves: Vec<u8> = public(&pauls_double().build())
        .sheets
        .iter()
        .map(|(_, sheet)| sheet.scarf)
        .collect();
    assert_eq!(scarves, [2, 3, 4, 3, 3, 3]);
}

/// Paul's usual scarf number is 3.
// SW-52
#[test]
fn the_scarf_number_of_a_custom_sheet_counts() {
    for (scarf, tokens_before) in [(1, 0), (2, 1), (9, 2), (9, 8)] {
        let options = open(Draft {
            sheets: vec![sheet(Paul, scarf, "M D M T T MM")],
            ..Draft::default()
        });
        let mut game = Position::action(1)
            .config(options)
            .stands(Bianca, 300, 150)
            .dice(Bianca, [3, 1])
            .stands(Paul, 220, 150)
            .tokens(Paul, tokens_before)
            .build();
        act(&mut game, 1, throw(Bianca, 0, Paul));
        let is_full = u32::from(tokens_before) + 1 == scarf;
        assert_eq!(has_run_away(&game, Paul), is_full, "{tokens_before} + 1 of {scarf}");
    }
}

// SW-52
#[test]
fn a_character_that_ran_away_is_no_target_and_blocks_nothing() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 6])
        .stands(Bianca, 380, 150)
        .tokens(Bianca, 2)
        .dice(Natasha, [1, 0])
        .stands(Emily, 430, 150)
        .build();
    assert_eq!(code(&game, 0, &throw(Stephen, 1, Emily)), "NO_LINE_OF_SIGHT");
    act(&mut game, 0, throw(Stephen, 0, Bianca));
    act(&mut game, 1, discard(Natasha, 0));
    codes(
        &game,
        0,
        &[
            (throw(Stephen, 1, Bianca), "TARGET_NOT_IN_PLAY"),
            (throw(Stephen, 1, Emily), "ok"),
        ],
    );
}

/// A consequence of the first hit, here that Robert runs away and his ability with him, does not change the second.
// SW-53
#[test]
fn range_and_line_are_judged_when_it_is_declared() {
    let mut game = Position::action(0)
        .team(0, [Paul, Stephen, Bianca])
        .team(1, [Robert, Natasha, Emily])
        .stands(Paul, 300, 150)
        .dice(Paul, [4, 5])
        .stands(Natasha, 448, 150)
        .stands(Robert, 448, 180)
        .dice(Robert, [1, 1])
        .build();
    act(&mut game, 0, double_throw(Natasha));
    act(&mut game, 1, intercept(0));
    let sent = act(&mut game, 1, take_hit());
    assert_eq!(sent, ["Natasha + = 1", "due 1"]);
    // A second throw is a separate throw: it is checked at its own time.
    let mut game = Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 0])
        .stands(Stephen, 200, 150)
        .stands(Paul, 300, 290)
        .obstacles([Obstacle::circle(300, 220, 5)])
        .build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    assert_eq!(code(&game, 1, &throw_again(Paul)), "NO_LINE_OF_SIGHT");
}

// SW-54, SW-R53
#[test]
fn a_knock_out_ends_the_match_at_once() {
    let mut game = Position::action(1)
        .stands(Emily, 60, 150)
        .dice(Emily, [6, 1])
        .dice(Stephen, [1, 1])
        .ran_away(Paul, 3)
        .snowman_tokens(0, 3)
        .snowman_tokens(1, 2)
        .build();
    let sent = act(&mut game, 1, rush(0));
    assert_eq!(
        sent,
        [
            "1 spends Emily 0: 6 for RUSH",
            "Emily rushes SNOWMAN_0, 2",
            "SNOWMAN_0 + = 4",
            "KNOCKOUT, won by 1: 4 2"
        ]
    );
    assert_eq!(
        (tokens(&game, snowman(0)), tokens(&game, Paul)),
        (4, 3),
        "four, and no end phase"
    );
    assert_eq!((dice(&game, Emily), dice(&game, Stephen)), ([0, 1], [1, 1]));
    assert_eq!(code(&game, 0, &discard(Stephen, 0)), "MATCH_OVER");
    assert_eq!(result(&game), ([2, 1], [2, 4], ["KNOCKED_OUT", "WINNER"]));
}

// SW-54, SW-R69
#[test]
fn how_many_tokens_knock_a_snowman_out_can_be_chosen() {
    for limit in [1, 2, 4, 12] {
        let options = open(Draft {
            snowman_limit: Some(limit),
            ..Draft::default()
        });
        let hit = |tokens_before| {
            let mut game = Position::action(0)
                .config(options.clone())
                .stands(Paul, 400, 150)
                .dice(Paul, [4, 1])
                .snowman_tokens(1, tokens_before)
                .build();
            act(&mut game, 0, throw(Paul, 0, snowman(1)));
            now(&game)
        };
        let before = u8::try_from(limit).unwrap() - 1;
        assert_eq!(hit(before), "FINISHED");
        if before > 0 {
            assert_eq!(hit(before - 1), "ACTION 0");
        }
    }
    assert_eq!(tinsel_snowball_war::Config::default().snowman_limit, 4);
}

// SW-55, SW-R66
#[test]
fn snowmen_have_no_dice_and_do_not_dodge() {
    // Its owner has dice that dodge; without Robert nearby there is nothing to decide.
    let mut game = Position::action(1)
        .stands(Natasha, 100, 150)
        .dice(Natasha, [2, 0])
        .dice(Stephen, [3, 5])
        .dice(Robert, [4, 4])
        .build();
    let sent = act(&mut game, 1, throw(Natasha, 0, snowman(0)));
    assert_eq!(sent[2..], ["SNOWMAN_0 + = 1", "due 0"]);
}
