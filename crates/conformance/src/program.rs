//! The client under test.

use std::{
    io::{self, Write as _},
    process::Stdio,
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::Command,
    time::{self, Instant},
};

/// The client under test.
#[derive(Debug, Clone)]
pub enum Program {
    /// A command, which is started for each check and stopped after a time limit.
    Command {
        /// The program and its arguments; not empty.
        line: Vec<String>,
        /// The time limit of one check.
        limit: Duration,
    },
    /// A person starts the client, and types Enter when it has ended.
    ByHand,
}

/// How the client ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Code(i32),
    TooLong,
    /// A person ended it.
    Unknown,
}

/// A run of the client.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) exit: Exit,
    /// The last lines of standard error.
    pub(crate) stderr: String,
    pub(crate) took: Duration,
}

/// The number of lines of standard error in a report.
const LINES: usize = 8;

impl Program {
    /// Runs the client with these environment variables.
    pub(crate) async fn run(&self, environment: &[(&str, String)]) -> io::Result<Run> {
        let began = Instant::now();
        let (exit, stderr) = match self {
            Self::Command { line, limit } => command(line, *limit, environment).await?,
            Self::ByHand => by_hand(environment).await?,
        };
        Ok(Run {
            exit,
            stderr,
            took: began.elapsed(),
        })
    }
}

async fn command(line: &[String], limit: Duration, environment: &[(&str, String)]) -> io::Result<(Exit, String)> {
    let (program, arguments) = line
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"))?;
    let mut child = Command::new(program)
        .args(arguments)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut written = Vec::new();
    let mut stderr = child.stderr.take();
    let reading = async {
        if let Some(stderr) = &mut stderr {
            stderr.read_to_end(&mut written).await?;
        }
        io::Result::Ok(())
    };
    let exit = match time::timeout(limit, async { tokio::try_join!(child.wait(), reading) }).await {
        Ok(ended) => Exit::Code(ended?.0.code().unwrap_or(-1)),
        Err(_) => {
            child.kill().await?;
            Exit::TooLong
        }
    };
    let text = String::from_utf8_lossy(&written);
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.len().saturating_sub(LINES);
    Ok((exit, lines.get(last..).unwrap_or_default().join("\n")))
}

async fn by_hand(environment: &[(&str, String)]) -> io::Result<(Exit, String)> {
    let mut out = io::stdout().lock();
    for (name, value) in environment {
        writeln!(out, "  export {name}={value}")?;
    }
    writeln!(out, "  run the client, and type Enter when it has ended")?;
    out.flush()?;
    drop(out);
    BufReader::new(tokio::io::stdin()).read_line(&mut String::new()).await?;
    Ok((Exit::Unknown, String::new()))
}
