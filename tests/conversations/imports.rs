//! Profiles from files, and the page of agents.

use model::view::{KeyPlace, ProfileDraft, Readiness};
use model::{ProfileId, ProtocolId, TurnOutcome};
use parley_tests::stage::with_environment;
use parley_tests::{Stage, Window};
use std::os::unix::fs::PermissionsExt;

/// What a stranger's profile may try: a command, the whole environment, a key.
const FOREIGN: &str = "name: Helpful bot
command: /bin/sh
args: ['-c', 'echo {{MESSAGE}}']
env_inherit: all
env:
  ANTHROPIC_API_KEY: sk-ant-not-yours-0123456789
  REGION: eu
timeout_secs: 5
";

async fn stage_with_import() -> (Stage, ProfileDraft, Vec<String>) {
    let stage = Stage::open().await;
    let file = stage.dir.path().join("bot.yaml");
    std::fs::write(&file, FOREIGN).unwrap();
    let imported = stage.host.import_profile(&file).await.unwrap();
    (stage, imported.draft, imported.notes)
}

#[tokio::test(flavor = "multi_thread")]
async fn f112_an_imported_profile_is_off_and_shows_all_it_would_do() {
    let (stage, draft, notes) = stage_with_import().await;
    let id = draft.id.clone().unwrap();
    assert!(draft.disabled);
    assert_eq!(draft.command, "/bin/sh");
    assert_eq!(draft.settings["env_inherit"], "all");
    assert_eq!(draft.env["REGION"], "eu");
    // A key in a file is nobody's to keep: not saved, and said.
    assert_eq!(draft.env.get("ANTHROPIC_API_KEY"), None);
    assert!(
        notes.iter().any(|note| note.contains("ANTHROPIC_API_KEY")),
        "{notes:?}"
    );
    let saved = std::fs::read_to_string(stage.dir.path().join("data/profiles.json")).unwrap();
    assert!(!saved.contains("sk-ant-not-yours"));

    let offered = |stage: &Stage| stage.host.profiles().iter().any(|one| one.id == id);
    assert!(!offered(&stage), "it is not offered");
    let workspace = stage.workspace();
    let begun = stage
        .host
        .create_conversation(&id, &workspace.to_string_lossy())
        .await;
    assert!(begun.is_err(), "and no conversation begins with it");
    let page = stage.host.agents_page();
    let entry = page.agents.iter().find(|one| one.profile.id == id).unwrap();
    assert!(entry.disabled);
    let start = stage
        .host
        .explain_draft(&draft, &workspace.to_string_lossy())
        .await
        .unwrap();
    assert_eq!(start.argv[0], "/bin/sh");
    assert!(
        start
            .notes
            .iter()
            .any(|note| note.contains("whole environment")),
        "{:?}",
        start.notes
    );

    // The user looked at it and turns it on.
    let on = ProfileDraft {
        disabled: false,
        ..draft
    };
    assert_eq!(stage.host.save_profile(&on).await.unwrap(), id);
    assert!(offered(&stage));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_with_a_key_in_the_clear_is_not_saved() {
    let stage = Stage::open().await;
    let mut draft = stage.host.profile_draft(&ProfileId::from("guide")).unwrap();
    draft.env.insert("MY_API_KEY".to_owned(), "abc".to_owned());
    let refusal = stage.host.save_profile(&draft).await.unwrap_err();
    assert_eq!(refusal.code, "key");
    draft
        .env
        .insert("MY_API_KEY".to_owned(), "${WORK_KEY}".to_owned());
    let copy = stage.host.save_profile(&draft).await.unwrap();
    assert_ne!(copy.as_str(), "guide", "what is built in is copied");
    let exported = stage.host.export_profile(&copy).unwrap();
    assert!(exported.contains("${WORK_KEY}"));
    stage.host.remove_profile(&copy).unwrap();
    assert!(stage.host.profile_draft(&copy).is_err());
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_exported_holds_no_key_and_is_imported_again() {
    let stage = Stage::open().await;
    let mut draft = stage.host.profile_draft(&ProfileId::from("guide")).unwrap();
    draft.name = "Painter".to_owned();
    draft.protocol = ProtocolId("terminal".to_owned());
    draft.settings = serde_json::from_value(serde_json::json!({
        "command": "paint",
        "providers": { "replicate": { "apiKeys": ["r8_secret"], "models": ["flux"] } },
    }))
    .unwrap();
    let id = stage.host.save_profile(&draft).await.unwrap();
    let exported = stage.host.export_profile(&id).unwrap();
    assert!(!exported.contains("r8_secret"), "{exported}");

    let file = stage.dir.path().join("agent.json");
    std::fs::write(&file, exported).unwrap();
    let imported = stage.host.import_profile(&file).await.unwrap().draft;
    let told =
        |draft: &ProfileDraft| (draft.name.clone(), draft.protocol.0.clone(), draft.disabled);
    assert_eq!(
        told(&imported),
        ("Painter".to_owned(), "terminal".to_owned(), true)
    );
    assert_eq!(
        serde_json::Value::Object(imported.settings),
        serde_json::json!({ "command": "paint", "providers": { "replicate": { "models": ["flux"] } } })
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f102_keys_of_an_imported_file_are_kept_like_any_other_and_reach_the_agent() {
    const KEY: &str = "r8_0123456789abcdef";
    let stage = Stage::open().await;
    let file = stage.dir.path().join("config.json");
    let script = stage.dir.path().join("agent.sh");
    std::fs::write(&script, "printenv REPLICATE_API_KEY | wc -c").unwrap();
    let config = serde_json::json!({
        "command": format!("/bin/sh {}", script.display()),
        "protocol": "plain",
        "providers": { "replicate": { "apiKeys": [KEY] } },
    });
    std::fs::write(&file, config.to_string()).unwrap();
    let imported = stage.host.import_profile(&file).await.unwrap();
    assert!(
        imported
            .notes
            .iter()
            .any(|note| note.contains("hold only until Parley is closed")),
        "{:?}",
        imported.notes
    );
    let mut draft = imported.draft;
    let shown = serde_json::to_string(&draft).unwrap();
    assert!(!shown.contains(KEY), "{shown}");
    draft.disabled = false;
    let id = stage.host.save_profile(&draft).await.unwrap();
    let saved = std::fs::read_to_string(stage.dir.path().join("data/profiles.json")).unwrap();
    assert!(!saved.contains(KEY), "{saved}");

    let workspace = stage.workspace().to_string_lossy().into_owned();
    let started = stage.host.explain_profile(&id, &workspace).await.unwrap();
    assert_eq!(started.problems, Vec::<String>::new());
    let talk = stage
        .host
        .create_conversation(&id, &workspace)
        .await
        .unwrap();
    let mut window = Window::new(&stage.host, "main", &talk);
    window.send("hello").await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(window.text().contains("<p>20"), "{}", window.text());

    // Without a keychain it is gone with Parley, and a start says so.
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &talk);
    window.send("again").await;
    assert!(matches!(window.ended(1).await, TurnOutcome::Failed { .. }));
    let text = window.text();
    assert!(
        text.contains("SETTING_PROVIDERS_REPLICATE_APIKEYS"),
        "{text}"
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_nib_backend_on_the_path_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let programs = dir.path().join("bin");
    std::fs::create_dir(&programs).unwrap();
    for (name, mode) in [("nib-agent-paper", 0o755), ("nib-agent-note", 0o644)] {
        let file = programs.join(name);
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let path = programs.to_string_lossy().into_owned();
    let stage = with_environment(dir, &[("PATH", path)]).await;
    let page = stage.host.agents_page().agents;
    let nib: Vec<_> = page
        .iter()
        .filter(|one| one.profile.command.starts_with("nib-agent-"))
        .map(|one| {
            (
                one.profile.name.as_str(),
                one.profile.readiness == Readiness::Ready,
            )
        })
        .collect();
    assert_eq!(
        nib,
        [("nib-agent-claude", false), ("nib-agent-paper", true)]
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_whose_key_is_kept_needs_none() {
    let stage = Stage::open().await;
    let mut draft = stage.host.profile_draft(&ProfileId::from("guide")).unwrap();
    draft
        .settings
        .insert("provider".to_owned(), "openai".into());
    let id = stage.host.save_profile(&draft).await.unwrap();
    let state = |stage: &Stage| {
        let page = stage.host.agents_page().agents;
        let chosen = stage.host.profiles();
        let on_page = page.into_iter().find(|one| one.profile.id == id).unwrap();
        let offered = chosen.into_iter().find(|one| one.id == id).unwrap();
        assert_eq!(on_page.profile.readiness, offered.readiness);
        offered.readiness
    };
    assert!(matches!(state(&stage), Readiness::NeedsKey { .. }));
    stage
        .host
        .set_key(
            "OPENAI_API_KEY",
            None,
            "sk-only-a-test".to_owned(),
            KeyPlace::Session,
        )
        .await
        .unwrap();
    assert_eq!(state(&stage), Readiness::Ready);
    stage.host.shutdown().await;
}
