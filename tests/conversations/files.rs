//! Files that go with a message, files it names, and long texts that become files.

use crate::recorder::{Recorder, message};
use crate::scripts::RECORDER;
use host::Origin;
use model::view::{Attached, DraftFileKind, RowBody};
use model::{Attachment, ConversationId, ProfileId};
use parley_tests::{Stage, Window};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

async fn attach(stage: &Stage, id: &ConversationId, paths: &[&Path]) -> Attached {
    let paths = paths.iter().map(|path| path.to_path_buf()).collect();
    stage.host.attach_files(id, paths).await.unwrap()
}

/// What is shown of the user's last message.
async fn said(window: &mut Window) -> (String, Vec<Attachment>) {
    window
        .until("the message", |window| {
            window.rows.values().find_map(|(row, _)| match &row.body {
                RowBody::User {
                    text, attachments, ..
                } => Some((text.clone(), attachments.clone())),
                _ => None,
            })
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn f094_what_is_dropped_is_attached_or_refused_with_its_reason_at_once() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let at = stage.workspace();
    let folder = at.join("folder");
    std::fs::create_dir(&folder).unwrap();
    let pipe = at.join("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let notes = at.join("notes.txt");
    std::fs::write(&notes, "hello").unwrap();
    let link = at.join("link");
    symlink(&notes, &link).unwrap();
    let dead = at.join("dead");
    symlink(at.join("nothing"), &dead).unwrap();
    let zero = at.join("zero");
    symlink("/dev/zero", &zero).unwrap();
    let huge = at.join("huge.iso");
    let file = std::fs::File::create(&huge).unwrap();
    file.set_len(5_000_000_000).unwrap();
    let broken = at.join("two\nlines.txt");
    std::fs::write(&broken, "x").unwrap();

    let begun = Instant::now();
    let device = PathBuf::from("/dev/zero");
    let gone = at.join("gone.txt");
    let all = [
        &folder, &pipe, &device, &link, &huge, &broken, &dead, &zero, &gone,
    ];
    let all: Vec<&Path> = all.map(PathBuf::as_path).to_vec();
    let outcome = attach(&stage, &id, &all).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "nothing waits");

    let added: Vec<_> = outcome
        .added
        .iter()
        .map(|file| (file.path.as_str(), file.name.as_str(), file.bytes))
        .collect();
    // A link is what it leads to.
    assert_eq!(added, [(notes.to_str().unwrap(), "notes.txt", 5)]);
    let refused: Vec<_> = outcome
        .refused
        .iter()
        .map(|one| (one.name.as_str(), one.code.as_str(), one.path.is_some()))
        .collect();
    assert_eq!(
        refused,
        [
            ("folder", "folder", true),
            ("pipe", "pipe", false),
            ("zero", "device", false),
            ("huge.iso", "tooLarge", true),
            ("two↵lines.txt", "lineBreak", false),
            ("dead", "deadLink", false),
            ("zero", "device", false),
            ("gone.txt", "gone", false),
        ]
    );
    assert!(outcome.refused[3].text.contains("5000 MB"));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c68_the_draft_and_its_files_are_there_after_a_restart_and_go_by_path() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let picture = stage.workspace().join("plan.png");
    std::fs::write(
        &picture,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01",
    )
    .unwrap();
    let other = stage.workspace().join("other.txt");
    std::fs::write(&other, "x").unwrap();
    attach(&stage, &id, &[&picture, &other]).await;
    // The same file once more is the same file.
    attach(&stage, &id, &[&picture]).await;
    let words = "look at this".to_owned();
    stage.host.set_draft(&id, words).await.unwrap();

    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    let header = window.header.clone().unwrap();
    assert_eq!(header.draft, "look at this");
    let kinds: Vec<_> = header.draft_files.iter().map(|file| file.kind).collect();
    assert_eq!(kinds, [DraftFileKind::Image, DraftFileKind::File]);
    let ids: Vec<String> = header.draft_files.iter().map(|f| f.id.clone()).collect();
    stage.host.detach(&id, &ids[1]).await.unwrap();
    assert!(other.exists(), "a file of the user's is only let go of");

    // What is not of this draft can't be handed over, whatever a page says.
    let forged = ["/etc/passwd".to_owned()];
    let refused = stage.host.send_draft(&id, "x".to_owned(), &forged).await;
    assert_eq!(refused.unwrap_err().code, "fileGone");

    stage
        .host
        .send_draft(&id, "look at this".to_owned(), &ids[..1])
        .await
        .unwrap();
    window.ended(0).await;
    let attachment = Attachment {
        path: picture.to_str().unwrap().to_owned(),
        name: "plan.png".to_owned(),
    };
    assert_eq!(
        said(&mut window).await,
        ("look at this".to_owned(), vec![attachment])
    );
    window
        .until("an empty draft", |window| {
            let header = window.header.as_ref()?;
            (header.draft_files.is_empty() && header.draft.is_empty()).then_some(())
        })
        .await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_gone_is_not_sent_and_the_draft_stays() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let notes = stage.workspace().join("notes.txt");
    std::fs::write(&notes, "x").unwrap();
    let added = attach(&stage, &id, &[&notes]).await.added;
    std::fs::remove_file(&notes).unwrap();
    let sent = stage
        .host
        .send_draft(&id, "read it".to_owned(), &[added[0].id.clone()])
        .await;
    let problem = sent.unwrap_err();
    assert_eq!(problem.code, "fileGone");
    assert!(problem.message.contains("notes.txt"), "{}", problem.message);
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert_eq!(window.header.as_ref().unwrap().draft_files, added);
    assert!(window.rows.is_empty());
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_takes_no_files_is_told_their_paths() {
    let stage = Stage::open().await;
    let workspace = stage.workspace();
    let id = stage
        .host
        .create_conversation(
            &ProfileId::from("guide-tasks"),
            &workspace.to_string_lossy(),
        )
        .await
        .unwrap();
    let notes = workspace.join("notes.txt");
    std::fs::write(&notes, "x").unwrap();
    let added = attach(&stage, &id, &[&notes]).await.added;
    stage
        .host
        .send_draft(&id, "read it".to_owned(), &[added[0].id.clone()])
        .await
        .unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    let path = notes.display();
    assert_eq!(
        said(&mut window).await,
        (format!("read it\n\nAttached file: {path}"), vec![])
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c87_a_long_text_is_a_private_file_and_a_draft_has_an_end() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let text = "line of a log\n".repeat(5_000_000 / 14);
    let outcome = stage
        .host
        .attach_pasted(&id, Origin::Text, text.clone().into_bytes())
        .await
        .unwrap();
    let file = outcome.added[0].clone();
    assert_eq!(file.kind, DraftFileKind::Text);
    let path = PathBuf::from(&file.path);
    assert!(path.starts_with(stage.dir.path().join("data")));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(path.parent().unwrap()), 0o700);

    let poison = "ä".repeat(3_000_000);
    stage.host.set_draft(&id, poison).await.unwrap();
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    let header = window.header.clone().unwrap();
    assert_eq!(header.draft.len(), 128 * 1024);
    assert_eq!(header.draft_files, std::slice::from_ref(&file));

    stage.host.detach(&id, &file.id).await.unwrap();
    assert!(!path.exists(), "it was Parley's own");
    let empty = stage.host.attach_pasted(&id, Origin::Text, vec![]).await;
    assert_eq!(empty.unwrap_err().code, "refused");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_workspace_are_found_and_nothing_outside_it() {
    let stage = Stage::open().await;
    let at = stage.workspace();
    std::fs::create_dir_all(at.join("src/parser")).unwrap();
    std::fs::create_dir_all(at.join("target")).unwrap();
    for name in [
        "src/parser/mod.rs",
        "src/main.rs",
        "README.md",
        "target/main.o",
        ".secret",
    ] {
        std::fs::write(at.join(name), "x").unwrap();
    }
    std::fs::write(at.join(".gitignore"), "target/\n").unwrap();
    let outside = stage.dir.path().join("main-outside.rs");
    std::fs::write(&outside, "x").unwrap();
    symlink(&outside, at.join("main-link.rs")).unwrap();
    symlink(at.join("README.md"), at.join("inner-link")).unwrap();
    symlink(stage.dir.path(), at.join("up")).unwrap();

    let id = stage.guide().await;
    let find = async |text: &str| -> Vec<String> {
        let found = stage.host.workspace_files(&id, text.to_owned()).await;
        found.unwrap().files.into_iter().map(|f| f.path).collect()
    };
    assert_eq!(
        find("").await,
        [
            "inner-link",
            "README.md",
            "src/",
            "src/main.rs",
            "src/parser/"
        ]
    );
    assert_eq!(find("main").await, ["src/main.rs"]);
    assert_eq!(find("srpamo").await, ["src/parser/mod.rs"]);
    assert_eq!(find("secret").await, Vec::<String>::new());
    let found = stage.host.workspace_files(&id, "readme".to_owned()).await;
    assert_eq!(found.unwrap().files[0].marks, [0, 1, 2, 3, 4, 5]);

    // A file that was just made is found soon.
    std::fs::write(at.join("brand-new.rs"), "x").unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while find("brandnew").await != ["brand-new.rs"] {
        assert!(Instant::now() < until, "the new file is never found");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_the_agent_does_not_take_is_refused_with_the_reason() {
    let stage = Stage::open().await;
    let id = stage
        .host
        .create_conversation(
            &ProfileId::from("guide-tasks"),
            &stage.workspace().to_string_lossy(),
        )
        .await
        .unwrap();
    let model = || serde_json::Map::from_iter([("model".to_owned(), "x".into())]);
    let asleep = stage.host.set_config(&id, model()).await.unwrap_err();
    assert_eq!(asleep.code, "notReady");
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    let refused = stage.host.set_config(&id, model()).await.unwrap_err();
    assert_eq!(refused.code, "refused");
    assert!(refused.message.contains("cannot be changed"));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c68_a_chosen_model_is_told_to_every_new_process() {
    let stage = Stage::open().await;
    let recorder = Recorder::new(&stage);
    let newer = RECORDER.replace(r#"\"mcp\":false"#, r#"\"mcp\":false,\"effort\":true"#);
    assert_ne!(newer, RECORDER);
    recorder.put("agent", &newer);
    let id = recorder.conversation(&stage).await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("one").await;
    window.ended(0).await;
    let chosen = serde_json::Map::from_iter([("model".to_owned(), "small".into())]);
    stage.host.set_config(&id, chosen).await.unwrap();

    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("two").await;
    window.ended(1).await;
    assert_eq!(
        recorder.heard(),
        ["one", "<set_config>", "<set_config>", "two"]
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_pasted_is_the_copys_own_when_the_original_is_gone() {
    for agent in ["guide", "guide-tasks"] {
        let stage = Stage::open().await;
        let at = stage.workspace();
        let id = stage
            .host
            .create_conversation(&ProfileId::from(agent), &at.to_string_lossy())
            .await
            .unwrap();
        let text = b"private".to_vec();
        let pasted = stage.host.attach_pasted(&id, Origin::Text, text).await;
        let pasted = pasted.unwrap().added.remove(0);
        let sent = ["look at this".to_owned(), pasted.id];
        let mut window = Window::new(&stage.host, "main", &id);
        stage
            .host
            .send_draft(&id, sent[0].clone(), &sent[1..])
            .await
            .unwrap();
        window.ended(0).await;
        let copy = stage.host.duplicate(&id, None).await.unwrap();
        stage.host.delete(&id).await.unwrap();
        let stage = stage.reopen().await;
        assert!(!Path::new(&pasted.path).exists());

        let mut window = Window::new(&stage.host, "main", &copy);
        let (text, attachments) = said(&mut window).await;
        // An agent that takes no files was told of it in the text.
        let path = match attachments.first() {
            Some(attachment) => attachment.path.clone(),
            None => text.rsplit_once("Attached file: ").unwrap().1.to_owned(),
        };
        assert_eq!(std::fs::read(&path).unwrap(), b"private", "{agent}");
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        stage.host.delete(&copy).await.unwrap();
        stage.host.shutdown().await;
        assert!(!Path::new(&path).exists(), "{agent}: gone with the copy");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_file_is_gone_is_not_sent_again() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let notes = stage.workspace().join("notes.txt");
    std::fs::write(&notes, "x").unwrap();
    let file = attach(&stage, &id, &[&notes]).await.added.remove(0).id;
    let mut window = Window::new(&stage.host, "main", &id);
    stage
        .host
        .send_draft(&id, "look at this".to_owned(), &[file])
        .await
        .unwrap();
    window.ended(0).await;
    std::fs::remove_file(&notes).unwrap();
    let item = message(&window, "look at this");
    let refused = stage.host.resend(&id, &item, None).await.unwrap_err();
    assert_eq!(refused.code, "fileGone");
    assert!(refused.message.contains("notes.txt"), "{}", refused.message);
    assert!(
        refused.message.contains("put the file back"),
        "{}",
        refused.message
    );
    stage.host.shutdown().await;
}
