//! Generates the services of everything under `proto/`, for the messages of `tinsel-messages`.

use std::{error::Error, fs};

use prost::Message;
use prost_types::FileDescriptorSet;

fn main() -> Result<(), Box<dyn Error>> {
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo tells a build script by the environment what the one of a dependency wrote"
    )]
    let descriptors = std::env::var("DEP_TINSEL_MESSAGES_DESCRIPTORS")?;
    println!("cargo::rerun-if-changed={descriptors}");
    tonic_prost_build::configure()
        .extern_path(".tinsel", "::tinsel_messages")
        .build_transport(true)
        .include_file("services.rs")
        .compile_fds(FileDescriptorSet::decode(fs::read(descriptors)?.as_slice())?)?;
    Ok(())
}
