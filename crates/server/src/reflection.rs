//! What a server tells of its services to clients that have no protos.

use tonic_reflection::server::Builder;

/// The services of players, beside what every server has.
const PLAYERS: &[&str] = &[
    "tinsel.v1.MatchService",
    "tinsel.v1.GameService",
    "grpc.health.v1.Health",
];
/// The service of operators.
const OPERATORS: &[&str] = &["tinsel.v1.AdminService"];
/// Reflection itself, so that it is found by those who ask for it by name.
const REFLECTION: &[&str] = &[
    "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
];

/// What is told where players are served.
pub(crate) fn of_players() -> Builder<'static> {
    of(PLAYERS)
}

/// What is told where operators are served.
pub(crate) fn of_operators() -> Builder<'static> {
    of(OPERATORS)
}

fn of(services: &[&'static str]) -> Builder<'static> {
    let builder = Builder::configure()
        .register_encoded_file_descriptor_set(tinsel_proto::DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        // So that a client without our protos can read the details of a refusal, too.
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET);
    let named = services.iter().chain(REFLECTION);
    named.fold(builder, |builder, service| builder.with_service_name(*service))
}
