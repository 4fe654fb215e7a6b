//! Generates the messages of everything under `proto/`, without a system `protoc`.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use prost_types::{
    FieldDescriptorProto, FileDescriptorProto,
    field_descriptor_proto::{Label, Type},
};

fn main() -> Result<(), Box<dyn Error>> {
    // A link in the repository, and a folder in the package.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("proto").canonicalize()?;
    println!("cargo::rerun-if-changed={}", root.display());

    let mut compiler = protox::Compiler::new([&root])?;
    compiler.include_source_info(true).include_imports(true);
    compiler.open_files(proto_files(&root)?)?;

    #[expect(
        clippy::disallowed_methods,
        reason = "cargo tells a build script where to write by the environment"
    )]
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let descriptors = out.join("descriptors.bin");
    fs::write(&descriptors, compiler.encode_file_descriptor_set())?;
    // For the build script of `tinsel-proto`.
    println!("cargo::metadata=descriptors={}", descriptors.display());
    let mut files = compiler.file_descriptor_set();
    if cfg!(feature = "toy") {
        files.file.iter_mut().for_each(add_toy);
    }
    prost_build::Config::new()
        .bytes(["."])
        .include_file("tinsel.rs")
        .compile_fds(files)?;
    Ok(())
}

/// Adds a case `string toy` to every `oneof game`.
fn add_toy(file: &mut FileDescriptorProto) {
    const NUMBER: i32 = 1000;
    for message in &mut file.message_type {
        if message.oneof_decl.iter().any(|oneof| oneof.name() == "game") {
            message.field.push(FieldDescriptorProto {
                name: Some("toy".to_owned()),
                number: Some(NUMBER),
                label: Some(Label::Optional.into()),
                r#type: Some(Type::String.into()),
                oneof_index: Some(0),
                ..FieldDescriptorProto::default()
            });
            // The comments of a field that no file contains cannot be found.
            file.source_code_info = None;
        }
    }
}

fn proto_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(proto_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
