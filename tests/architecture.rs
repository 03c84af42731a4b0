//! Which crate may use which: dependencies point one way.
#![allow(clippy::unwrap_used, missing_docs)]

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};

/// The only arrows there may be between our crates.
const ARROWS: &[(&str, &[&str])] = &[
    ("parley-model", &[]),
    ("parley-protocols", &["parley-model"]),
    ("parley-process", &[]),
    ("parley-archive", &["parley-model"]),
    ("parley-render", &["parley-model"]),
    ("parley-secrets", &[]),
    (
        "parley-host",
        &[
            "parley-archive",
            "parley-model",
            "parley-process",
            "parley-protocols",
            "parley-render",
            "parley-secrets",
        ],
    ),
    ("parley-understudy", &[]),
    ("parley", &["parley-host", "parley-model", "parley-secrets"]),
];

/// What the inner crates may not link: the shell's platform everywhere, I/O in the pure ones.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("parley-model", &["tokio", "rusqlite", "rustix", "tauri"]),
    (
        "parley-protocols",
        &["tokio", "rusqlite", "rustix", "tauri"],
    ),
    ("parley-render", &["tokio", "rusqlite", "rustix", "tauri"]),
    ("parley-process", &["serde_json", "tauri"]),
    ("parley-archive", &["tauri"]),
    ("parley-secrets", &["tauri", "tracing"]),
    ("parley-host", &["tauri"]),
    ("parley-understudy", &["tauri"]),
];

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let metadata = MetadataCommand::new()
        .manifest_path(manifest)
        .no_deps()
        .exec()
        .unwrap();
    metadata
        .packages
        .iter()
        .map(|package| {
            let names = package
                .dependencies
                .iter()
                .filter(|dependency| dependency.kind != DependencyKind::Development)
                .map(|dependency| dependency.name.clone())
                .collect();
            (package.name.to_string(), names)
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let dependencies = dependencies();
    let known: BTreeSet<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    for (name, allowed) in ARROWS {
        let ours: BTreeSet<&str> = dependencies[*name]
            .iter()
            .map(String::as_str)
            .filter(|dependency| known.contains(dependency))
            .collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert!(
            ours.is_subset(&allowed),
            "{name} depends on {:?}, which the architecture does not allow",
            ours.difference(&allowed).collect::<Vec<_>>()
        );
    }
    for package in dependencies.keys() {
        assert!(
            known.contains(package.as_str()) || package == "parley-tests",
            "{package} has no place in the architecture: add its arrows here"
        );
    }
}

#[test]
fn inner_crates_stay_pure() {
    let dependencies = dependencies();
    for (name, forbidden) in FORBIDDEN {
        for word in *forbidden {
            assert!(
                !dependencies[*name].contains(*word),
                "{name} may not depend on {word}"
            );
        }
    }
}

/// Parley has no updater of its own: packages replace it, and the last window asks
/// before it closes over agents at work. Whoever adds one decides this row first.
#[test]
fn c72_nothing_replaces_parley_while_agents_work() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for file in [
        "Cargo.lock",
        "src-tauri/tauri.conf.json",
        "src-tauri/tauri.bundle.conf.json",
    ] {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        assert!(!text.contains("updater"), "{file} names an updater");
    }
}
