//! `tinsel games`: lists and describes the games.

use tinsel_catalog::{AnyGame, GameId};

use crate::{failure::Failure, out::Out, table::TextTable};

/// The game.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game to describe; default: list all games.
    game: Option<String>,
    /// Print the complete rules.
    #[arg(long, requires = "game")]
    rules: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Failure> {
    match &args.game {
        None => list(out),
        Some(name) => {
            let game = super::game(name)?.game();
            if args.rules {
                out.text(game.facts().rules)
            } else {
                describe(game, out)
            }
        }
    }
}

fn list(out: &mut Out) -> Result<(), Failure> {
    let mut table = TextTable::new("llll");
    table.row(["GAME", "SEATS", "TITLE", "SUMMARY"]);
    for game in GameId::ALL {
        let facts = game.game().facts();
        table.row([facts.id, &seats(game.game()), facts.title, facts.summary]);
    }
    out.text(&table.text(0))
}

fn seats(game: &dyn AnyGame) -> String {
    let facts = game.facts();
    if facts.seats_min == facts.seats_max {
        facts.seats_min.to_string()
    } else {
        format!("{}-{}", facts.seats_min, facts.seats_max)
    }
}

fn describe(game: &dyn AnyGame, out: &mut Out) -> Result<(), Failure> {
    let facts = game.facts();
    out.line(format_args!("{} ({})", facts.title, facts.id))?;
    out.line(facts.summary)?;
    out.line(format_args!(
        "{} seats, rules version {}",
        seats(game),
        facts.rules_version
    ))?;

    out.line("\nOptions")?;
    let mut table = TextTable::new("llll");
    for option in (facts.options)() {
        table.row([
            option.name,
            option.meaning,
            &format!("default {}", option.default),
            &format!("of {}", option.valid),
        ]);
    }
    out.text(&table.text(2))?;

    out.line("\nActions")?;
    for action in facts.actions {
        out.line(format_args!("  {}: {}", action.name, action.meaning))?;
        out.line(format_args!("    default action: {}", action.default))?;
    }

    out.line("\nPhases")?;
    let mut table = TextTable::new("ll");
    for phase in facts.phases {
        table.row([phase.name, phase.meaning]);
    }
    out.text(&table.text(2))?;

    out.line(format_args!("\nResult: {}; labels:", facts.score_order.meaning()))?;
    let mut table = TextTable::new("ll");
    for label in facts.labels {
        table.row([label.label.0, label.meaning]);
    }
    out.text(&table.text(2))?;

    out.line("\nRefusals")?;
    let mut table = TextTable::new("ll");
    for reason in game.reasons() {
        table.row([reason.code, &reason.to_string()]);
    }
    out.text(&table.text(2))?;
    out.line(format_args!("\nComplete rules: tinsel games {} --rules", facts.id))
}
