//! Which nib backend works for a project, and who has to be asked.

use parley_tests::stage::{Stage, with_environment};
use protocols::nib::discovery::Origin;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with an executable of each name.
fn programs(dir: &Path, names: &[&str]) -> PathBuf {
    let bin = dir.join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    for name in names {
        let path = bin.join(name);
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    bin
}

fn git(project: &Path, words: &[&str]) {
    let done = Command::new("git")
        .args(words)
        .current_dir(project)
        .env("HOME", project)
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
}

async fn stage(names: &[&str], nib_agent: Option<&str>) -> Stage {
    let dir = tempfile::tempdir().unwrap();
    let bin = programs(dir.path(), names);
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut environment = vec![("PATH", path)];
    environment.extend(nib_agent.map(|name| ("NIB_AGENT", name.to_owned())));
    with_environment(dir, &environment).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_variable_comes_before_git_and_git_before_the_default() {
    let names = ["nib-agent-claude", "nib-agent-a", "nib-agent-b"];
    for (variable, setting, name, origin) in [
        (None, None, "claude", Origin::Default),
        (None, Some("b"), "b", Origin::GitConfig),
        (Some("a"), Some("b"), "a", Origin::Environment),
    ] {
        let stage = stage(&names, variable).await;
        let project = stage.workspace();
        git(&project, &["init", "-q"]);
        if let Some(setting) = setting {
            git(&project, &["config", "nib.agent", setting]);
        }
        let found = stage.host.nib_backend(&project, None).await.unwrap();
        assert_eq!(
            (found.choice.name.as_str(), found.choice.origin),
            (name, origin)
        );
        assert_eq!(found.unconfirmed, origin == Origin::GitConfig);
        let named = stage.host.nib_backend(&project, Some("b")).await.unwrap();
        assert_eq!(named.choice.origin, Origin::Profile);
        stage.host.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repositorys_choice_is_confirmed_once_for_its_program() {
    let stage = stage(&["nib-agent-b", "nib-agent-c"], None).await;
    let project = stage.workspace();
    git(&project, &["init", "-q"]);
    git(&project, &["config", "nib.agent", "b"]);
    let found = stage.host.nib_backend(&project, None).await.unwrap();
    assert!(found.unconfirmed);
    stage
        .host
        .confirm_backend(&project, &found.program)
        .unwrap();
    assert!(
        !stage
            .host
            .nib_backend(&project, None)
            .await
            .unwrap()
            .unconfirmed
    );
    git(&project, &["config", "nib.agent", "c"]);
    let other = stage.host.nib_backend(&project, None).await.unwrap();
    assert!(other.unconfirmed, "another program is another question");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f110_a_hostile_repository_runs_nothing() {
    let stage = stage(&["nib-agent-b"], None).await;
    let project = stage.workspace();
    let mark = project.join("mark");
    let run = format!("touch {}", mark.display());
    git(&project, &["init", "-q"]);
    std::fs::write(
        project.join(".git/more"),
        format!("[alias]\n\tconfig = !{run}\n[nib]\n\tagent = b\n"),
    )
    .unwrap();
    for (name, value) in [
        ("core.fsmonitor", run.as_str()),
        ("core.pager", run.as_str()),
        ("core.editor", run.as_str()),
        ("core.sshCommand", run.as_str()),
        ("include.path", "more"),
    ] {
        git(&project, &["config", name, value]);
    }
    let found = stage.host.nib_backend(&project, None).await.unwrap();
    assert_eq!(found.choice.name, "b", "an include is read as git reads it");
    assert!(!mark.exists(), "something was run");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backend_that_is_not_there_is_named_with_where_it_was_looked_for() {
    let stage = stage(&[], Some("gone")).await;
    let project = stage.workspace();
    let problem = stage.host.nib_backend(&project, None).await.unwrap_err();
    assert_eq!(problem.code, "start");
    assert!(
        problem.message.contains("nib-agent-gone"),
        "{}",
        problem.message
    );
    let bad = stage
        .host
        .nib_backend(&project, Some("../x"))
        .await
        .unwrap_err();
    assert_eq!(bad.code, "profile");
    stage.host.shutdown().await;
}
