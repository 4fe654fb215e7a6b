//! There is no import cycle between files, or between folders. Imports of a module from those inside of it count only
//! with `self` or `crate`, because without them they are common. Globs and macros are not followed.
//!
//! The modules of the service import what their table lists.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use syn::{
    Attribute, ItemUse, UseTree, Visibility,
    visit::{self, Visit},
};
use tinsel_harness::root;

use crate::{assert_none, below_root, files_in, read};

/// A module by its path in the crate: `["record", "setup"]`; empty for the root.
type Module = Vec<String>;

/// The imports and re-exports of one file.
#[derive(Default)]
struct Imports {
    module: Module,
    /// Paths from the root of the crate.
    used: BTreeSet<Module>,
    /// Imported names with their paths. The modules inside of this one can use them, too.
    names: BTreeMap<String, Module>,
}

impl Imports {
    fn of(module: Module, text: &str) -> Self {
        let mut imports = Self {
            module,
            ..Self::default()
        };
        imports.visit_file(&syn::parse_file(text).expect("a file that compiles"));
        imports
    }

    /// A path from the root of the crate, if it leads into the crate.
    fn absolute(&self, path: &[String]) -> Option<Module> {
        match path.split_first()? {
            (first, rest) if first == "crate" => Some(rest.to_vec()),
            (first, rest) if first == "self" => Some([&self.module, rest].concat()),
            (first, _) if first == "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let base = self.module.get(..self.module.len().checked_sub(ups)?)?;
                Some([base, &path[ups..]].concat())
            }
            _ => None,
        }
    }

    fn leaves(&mut self, tree: &UseTree, before: &[String]) {
        match tree {
            UseTree::Path(path) => {
                let before = [before, &[path.ident.to_string()]].concat();
                self.leaves(&path.tree, &before);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.leaves(tree, before)),
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.leaf(before, &name, &name);
            }
            UseTree::Rename(rename) => {
                let (name, as_name) = (rename.ident.to_string(), rename.rename.to_string());
                self.leaf(before, &name, &as_name);
            }
            UseTree::Glob(_) => self.leaf(before, "self", "*"),
        }
    }

    fn leaf(&mut self, before: &[String], name: &str, as_name: &str) {
        let mut path = before.to_vec();
        if name != "self" {
            path.push(name.to_owned());
        }
        let absolute = self.absolute(&path);
        // Modules of the same file occur in use declarations without `self`.
        let inside = || [&self.module, &path[..]].concat();
        let as_name = before.last().filter(|_| as_name == "self").map_or(as_name, |last| last);
        // The first declaration stays: those in functions usually follow those of the file.
        self.names
            .entry(as_name.to_owned())
            .or_insert_with(|| absolute.clone().unwrap_or_else(inside));
        self.used.extend(absolute);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = quote(attribute);
        attribute.path().is_ident("cfg") && text.contains("test") && !text.contains("not")
    })
}

fn quote(attribute: &Attribute) -> String {
    match &attribute.meta {
        syn::Meta::List(list) => list.tokens.to_string(),
        syn::Meta::Path(_) | syn::Meta::NameValue(_) => String::new(),
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_item_impl(&mut self, implementation: &'ast syn::ItemImpl) {
        if !is_test(&implementation.attrs) {
            visit::visit_item_impl(self, implementation);
        }
    }

    fn visit_item_use(&mut self, used: &'ast ItemUse) {
        if is_test(&used.attrs) {
            return;
        }
        let before = self.used.clone();
        self.leaves(&used.tree, &[]);
        // A re-export of what is inside of the module is no import.
        if !matches!(used.vis, Visibility::Inherited) {
            self.used
                .retain(|path| before.contains(path) || !path.starts_with(&self.module));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if let Some(absolute) = self.absolute(&parts).filter(|_| parts.len() > 1) {
            self.used.insert(absolute);
        }
        visit::visit_path(self, path);
    }
}

/// The modules of a crate, each with the modules that it imports from.
fn graph(folder: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let source = folder.join("src");
    let files = files_in(&below_root(&source), "rs");
    // In reverse order: `lib.rs` replaces `main.rs`.
    let modules = files.iter().rev().filter_map(|path| {
        let below = path.strip_prefix(&source).ok()?.with_extension("");
        let mut module: Module = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        module.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
        let tests = ["tests", "testing", "testkit"];
        let is_product = module.iter().all(|part| !tests.contains(&part.as_str()));
        is_product.then(|| (module.clone(), Imports::of(module, &read(path))))
    });
    edges(&modules.collect())
}

fn edges(modules: &BTreeMap<Module, Imports>) -> BTreeMap<Module, BTreeSet<Module>> {
    let edges = modules.values().map(|imports| {
        let targets = imports.used.iter().filter_map(|path| home(modules, path));
        let others = targets.filter(|target| *target != imports.module);
        (imports.module.clone(), others.collect())
    });
    edges.collect()
}

/// The module that declares the item at `path`.
fn home(modules: &BTreeMap<Module, Imports>, path: &[String]) -> Option<Module> {
    let depth = (0..=path.len())
        .rev()
        .find(|depth| modules.contains_key(&path[..*depth]))?;
    let (module, rest) = path.split_at(depth);
    let next = rest.first().and_then(|name| modules[module].names.get(name));
    match next {
        Some(next) if !next.starts_with(&path[..=depth]) => home(modules, &[next, &rest[1..]].concat()),
        Some(_) | None => Some(module.to_vec()),
    }
}

/// The cycles of the graph, as groups of modules.
fn cycles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reached = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut next: Vec<_> = graph[from].iter().collect();
        while let Some(module) = next.pop() {
            if reached.insert(module.clone()) {
                next.extend(&graph[module]);
            }
        }
        reached
    };
    let reached: BTreeMap<_, _> = graph.keys().map(|module| (module, reached(module))).collect();
    let mut found = BTreeSet::new();
    for (module, others) in &reached {
        let group = others.iter().filter(|other| reached[*other].contains(*module));
        let group: BTreeSet<Module> = group.cloned().collect();
        if !group.is_empty() {
            found.insert(group);
        }
    }
    found.into_iter().collect()
}

/// The imports between modules with the same parent, each module together with those inside of it.
fn between_siblings(graph: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut siblings: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, targets) in graph {
        for to in targets {
            let shared = from.iter().zip(to).take_while(|(from, to)| from == to).count();
            if let (Some(from), Some(to)) = (from.get(..=shared), to.get(..=shared)) {
                siblings.entry(to.to_vec()).or_default();
                siblings.entry(from.to_vec()).or_default().insert(to.to_vec());
            }
        }
    }
    siblings
}

fn name(module: &Module) -> String {
    format!("crate::{}", module.join("::"))
}

#[test]
fn no_crate_has_an_import_cycle() {
    let manifests = tinsel_harness::files("crates", |path| path.ends_with("Cargo.toml"));
    let mut wrong = Vec::new();
    for manifest in manifests {
        let folder = manifest.parent().expect("a folder");
        let graph = graph(folder);
        let found = [cycles(&graph), cycles(&between_siblings(&graph))].concat();
        for cycle in BTreeSet::from_iter(found) {
            let modules: Vec<_> = cycle.iter().map(name).collect();
            wrong.push(format!("{}: {}", below_root(folder), modules.join(", ")));
        }
    }
    assert_none("import cycles", &wrong);
}

/// The rows of the table of the service's modules in `crates/README.md`: each module with those that it imports.
fn layers() -> Vec<(String, BTreeSet<String>)> {
    let readme = read(&root().join("crates/README.md"));
    let (_, section) = readme.split_once("## Modules of the service").expect("the section");
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.map_while(|row| {
        let (module, rest) = row.strip_prefix("| `")?.split_once("` |")?;
        // Each name is between two backticks.
        let imported = rest.split('|').next()?.split('`').skip(1).step_by(2);
        Some((module.to_owned(), imported.map(str::to_owned).collect()))
    });
    rows.collect()
}

#[test]
fn the_modules_of_the_service_import_what_their_table_lists() {
    let mut imported: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (from, targets) in graph(&root().join("crates/service")) {
        let Some(module) = from.into_iter().next() else {
            continue;
        };
        let targets = targets
            .into_iter()
            .map(|target| target.into_iter().next().unwrap_or_default());
        let others: Vec<_> = targets.filter(|target| *target != module).collect();
        imported.entry(module).or_default().extend(others);
    }
    let mut above = BTreeSet::new();
    for (module, listed) in layers() {
        assert!(
            listed.is_subset(&above),
            "the table lists an import of {module} that is not above it"
        );
        assert_eq!(Some(listed), imported.remove(&module), "imports of {module}");
        above.insert(module);
    }
    assert_eq!(imported, BTreeMap::new(), "modules that the table does not list");
}

/// Whether a file contains asynchronous code outside its tests, or uses a crate for it.
#[derive(Default)]
struct Async(bool);

impl Async {
    fn check(&mut self, name: &syn::Ident) {
        self.0 |= name == "tokio" || name == "futures_util";
    }
}

impl<'ast> Visit<'ast> for Async {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_use_path(&mut self, path: &'ast syn::UsePath) {
        self.check(&path.ident);
        visit::visit_use_path(self, path);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        path.segments.iter().for_each(|part| self.check(&part.ident));
        visit::visit_path(self, path);
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.0 |= signature.asyncness.is_some();
        visit::visit_signature(self, signature);
    }

    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {
        self.0 = true;
    }

    fn visit_expr_await(&mut self, _: &'ast syn::ExprAwait) {
        self.0 = true;
    }
}

#[test]
fn the_pure_modules_of_the_service_are_not_async() {
    let source = root().join("crates/service/src");
    let is_pure = |path: &PathBuf| {
        ["record", "views", "play"]
            .iter()
            .any(|pure| path.with_extension("").starts_with(source.join(pure)))
    };
    let files = files_in("crates/service/src", "rs").into_iter().filter(is_pure);
    let product = files.filter(|path| !path.ends_with("tests.rs"));
    let is_async = |path: &PathBuf| {
        let mut found = Async::default();
        found.visit_file(&syn::parse_file(&read(path)).expect("a file that compiles"));
        found.0
    };
    let wrong: Vec<_> = product.filter(is_async).map(|path| below_root(&path)).collect();
    assert_none("pure modules of the service that are async", &wrong);
}

#[test]
fn cycles_are_found() {
    let part = |text: &str| text.split("::").map(str::to_owned).collect::<Module>();
    let files = [
        ("a", "use crate::b::B; pub struct A;"),
        ("b", "pub(crate) use c::C; use c::inner; pub struct B;"),
        ("b::c", "use super::super::a::A; pub struct C;"),
        ("b::d", "use super::inner; pub struct D;"),
        ("d", "use crate::b::C; #[cfg(test)] mod tests { use crate::e::E; }"),
        ("e", "use crate::d::D; pub use crate::b::B; fn f() { crate::b::c::C; }"),
        ("p", "use self::x::X; pub struct P;"),
        ("p::x", "use super::y::z::Z; use super::P; pub struct X;"),
        ("p::y", "use super::x::X;"),
        ("p::y::z", "pub struct Z;"),
        (
            "q",
            "use crate::p::x::{self, X}; use quote::{quote, Tokens}; fn f() { use std::X; }",
        ),
        ("q::r", "use super::Tokens; fn f() { super::x::g(); }"),
        ("q::s", "use super::X;"),
    ];
    let modules = files.map(|(module, text)| (part(module), Imports::of(part(module), text)));
    let graph = edges(&modules.into_iter().collect());
    let expected = [
        ("a", vec!["b"]),
        ("b", vec![]),
        ("b::c", vec!["a"]),
        ("b::d", vec!["b::c"]),
        ("d", vec!["b::c"]),
        ("e", vec!["b", "b::c", "d"]),
        ("p", vec!["p::x"]),
        ("p::x", vec!["p", "p::y::z"]),
        ("p::y", vec!["p::x"]),
        ("p::y::z", vec![]),
        ("q", vec!["p::x"]),
        ("q::r", vec!["p::x", "q"]),
        ("q::s", vec!["p::x"]),
    ];
    let expected = expected.map(|(module, targets)| (part(module), targets.into_iter().map(part).collect()));
    assert_eq!(graph, expected.into());
    let found = [["a", "b"], ["p::x", "p::y"]].map(|cycle| cycle.map(part).into());
    assert_eq!(cycles(&between_siblings(&graph)), found);
    assert_eq!(cycles(&graph), [BTreeSet::from(["p", "p::x"].map(part))]);
}
