//! The span of a command, named by the conventions of OpenTelemetry for Redis.

use ::redis::{Arg, Client, Cmd, ConnectionAddr, RedisResult, Value};
use futures_util::{FutureExt, future::BoxFuture};
use tracing::{Instrument, Span, debug_span, field};

/// Runs a command in a child span of the current span. Without a current span, as in heartbeats and scans of deadlines,
/// it creates none. Spans contain no keys or values of the command.
///
/// `run` is boxed, because the type of the enclosing futures would otherwise be nested too deeply for the compiler, and
/// each of them would reserve space for it.
pub(crate) fn around<'a>(
    command: &Cmd,
    server: Option<&Client>,
    run: BoxFuture<'a, RedisResult<Value>>,
) -> impl Future<Output = RedisResult<Value>> + Send + use<'a> {
    let span = of(command, server);
    run.instrument(span.clone()).inspect(move |reply| {
        if let Err(error) = reply {
            span.record("otel.status_code", "ERROR");
            span.record("error.type", error.code().unwrap_or(error.category()));
        }
    })
}

fn of(command: &Cmd, server: Option<&Client>) -> Span {
    if Span::current().is_disabled() {
        return Span::none();
    }
    let text = |index| match command.args_iter().nth(index) {
        Some(Arg::Simple(bytes)) => std::str::from_utf8(bytes).ok(),
        Some(_) | None => None,
    };
    let name = text(0);
    // A script is named by its hash. The first call sends the whole script, and has no name.
    let script = name.filter(|name| *name == "EVALSHA").and_then(|_| text(1));
    let address = server.map(|server| server.get_connection_info().addr());
    let (host, port) = match address {
        Some(ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. }) => {
            (Some(host), Some(i64::from(*port)))
        }
        Some(_) | None => (None, None),
    };
    debug_span!(
        "redis",
        otel.name = name,
        otel.kind = "client",
        otel.status_code = field::Empty,
        db.system.name = "redis",
        db.operation.name = name,
        db.stored_procedure.name = script,
        server.address = host,
        server.port = port,
        error.type = field::Empty,
    )
}
