//! The span of a command, with the names that OpenTelemetry gives to Redis.

use ::redis::{Arg, Client, Cmd, ConnectionAddr, RedisResult};
use tracing::{Instrument, Span, debug_span, field};

/// Runs a command in a span of its own, below that of whatever asks for it. What is asked without one gets none: replicas
/// look for leases and deadlines all the time. Keys and values of the command are in no span.
pub(super) async fn around<T>(
    command: &Cmd,
    server: Option<&Client>,
    run: impl Future<Output = RedisResult<T>>,
) -> RedisResult<T> {
    let span = of(command, server);
    // Boxed, so that what waits for it is no type too deep for the compiler.
    let reply = Box::pin(run).instrument(span.clone()).await;
    if let Err(error) = &reply {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", error.code().unwrap_or(error.category()));
    }
    reply
}

fn of(command: &Cmd, server: Option<&Client>) -> Span {
    if Span::current().is_disabled() {
        return Span::none();
    }
    let text = |place| match command.args_iter().nth(place) {
        Some(Arg::Simple(bytes)) => std::str::from_utf8(bytes).ok(),
        Some(_) | None => None,
    };
    let name = text(0);
    // A script is named by its hash. Sent as a whole it goes without, and is named the next time.
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
