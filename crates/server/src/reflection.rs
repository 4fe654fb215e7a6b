//! Server reflection, for clients without the protos.

use tonic_reflection::server::Builder;

/// The services of players' endpoints, beside the standard ones.
const PLAYERS: &[&str] = &[
    "tinsel.v1.MatchService",
    "tinsel.v1.GameService",
    "grpc.health.v1.Health",
];
/// The service of operators' endpoints.
const OPERATORS: &[&str] = &["tinsel.v1.AdminService"];
/// Reflection itself, in both versions, for clients that look it up by name.
const REFLECTION: &[&str] = &[
    "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
];

/// All services of players' endpoints that reflection lists.
pub(crate) fn services_of_players() -> impl Iterator<Item = &'static str> {
    PLAYERS.iter().chain(REFLECTION).copied()
}

/// Reflection of the players' endpoint.
pub(crate) fn of_players() -> Builder<'static> {
    of(PLAYERS)
}

/// Reflection of the operators' endpoint.
pub(crate) fn of_operators() -> Builder<'static> {
    of(OPERATORS)
}

fn of(services: &[&'static str]) -> Builder<'static> {
    let builder = Builder::configure()
        .register_encoded_file_descriptor_set(tinsel_proto::DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        // Lets a client without the protos decode the details of errors.
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
        .include_reflection_service(false)
        .register_encoded_file_descriptor_set(tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET);
    let named = services.iter().chain(REFLECTION);
    named.fold(builder, |builder, service| builder.with_service_name(*service))
}
