//! Rules the configuration must follow, as tests: which window may call what,
//! and how tightly windows are shut.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tauri::ipc::Origin;

/// Commands of conversation windows as well as of the main one.
const BOTH: &[&str] = &[
    "startup",
    "first_frame",
    "window_failed",
    "remember",
    "conversation_shown",
    "show_in_full",
    "plain_page",
    "closing_shown",
    "answer_closing",
    "locate_workspace",
    "change_settings",
    "settings_trouble",
    "open_link",
    "tasks",
    "changes",
    "file_changes",
    "change_diff",
    "terminal_part",
    "terminal_type",
    "terminal_resize",
    "traffic",
    "traffic_line",
    "save_script",
    "pull",
    "older_rows",
    "rows_at",
    "place_of_item",
    "sent_messages",
    "processes",
    "more_of_row",
    "find_in_conversation",
    "find_in_row",
    "text_of_rows",
    "named_file",
    "show_named_file",
    "rename_conversation",
    "prepare",
    "send_message",
    "stop",
    "force_stop",
    "restart",
    "set_mode",
    "edit_queued",
    "remove_queued",
    "move_queued",
    "send_now",
    "resume_queue",
    "context_summary",
    "decide_context",
    "resend",
    "duplicate_conversation",
    "set_draft",
    "set_config",
    "attach_chosen",
    "attach_dropped",
    "attach_clipboard",
    "attach_text",
    "detach",
    "draft_thumbnail",
    "workspace_files",
    "approval_shown",
    "answer_approval",
    "approval_seen",
    "deny_all",
    "allow_together",
    "rule_proposals",
    "answer_by_rule",
    "ledger",
    "export_outline",
    "start_export",
    "export_progress",
    "cancel_export",
    "plugin:event|listen",
    "plugin:event|unlisten",
];

/// Commands of the main window alone: the list, new conversations, other windows.
const MAIN_ONLY: &[&str] = &[
    "all_processes",
    "explain_profile",
    "refresh_login_shell",
    "archive_trouble",
    "open_again",
    "repair_archive",
    "show_data_folder",
    "agents",
    "profile_draft",
    "explain_draft",
    "save_profile",
    "remove_profile",
    "import_profile",
    "export_profile",
    "try_profile",
    "project",
    "check_operation",
    "run_operation",
    "diagnostics",
    "save_diagnostics",
    "profiles",
    "pick_folder",
    "open_window",
    "providers",
    "set_key",
    "remove_key",
    "give_key",
    "confirm_base_url",
    "test_keys",
    "create_conversation",
    "set_pinned",
    "set_archived",
    "delete_conversation",
    "restore_conversation",
    "inbox",
    "rules",
    "add_rule",
    "try_rule",
    "remove_rule",
    "restore_rule",
    "set_rule_enabled",
    "confirm_rule",
    "keep_rules",
    "export_ledger",
    "search",
    "import_conversations",
];

/// Commands of Tauri's core that no window may call.
const NOBODYS: &[&str] = &[
    "plugin:event|emit",
    "plugin:event|emit_to",
    "plugin:window|create",
    "plugin:window|close",
    "plugin:window|set_title",
    "plugin:window|get_all_windows",
    "plugin:webview|create_webview_window",
    "plugin:webview|internal_toggle_devtools",
    "plugin:webview|clear_all_browsing_data",
    "plugin:app|version",
    "plugin:app|app_hide",
    "plugin:path|resolve_directory",
    "plugin:path|join",
    "plugin:resources|close",
    "plugin:image|from_path",
    "plugin:menu|new",
    "plugin:tray|new",
    "plugin:shell|execute",
    "plugin:fs|read_file",
    "plugin:store|load",
    "plugin:dialog|open",
    "plugin:opener|open_url",
    "plugin:opener|open_path",
    "plugin:http|fetch",
    "nothing_of_the_kind",
];

macro_rules! names {
    ($($group:ident::$name:ident,)*) => { [$(stringify!($name)),*] };
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn config() -> Value {
    read(&here("tauri.conf.json"))
}

fn capability_files() -> BTreeMap<String, Value> {
    std::fs::read_dir(here("capabilities"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, read(&path))
        })
        .collect()
}

#[test]
fn f099_every_pair_of_window_and_command_is_decided_as_expected() {
    let mut context: tauri::Context<tauri::Wry> = tauri::generate_context!(test = true);
    let authority = context.runtime_authority_mut();
    let own: BTreeSet<&str> = with_commands!(names).into_iter().collect();
    let decided: BTreeSet<&str> = BOTH.iter().chain(MAIN_ONLY).copied().collect();
    let undecided: Vec<_> = own.difference(&decided).collect();
    assert_eq!(
        undecided,
        Vec::<&&str>::new(),
        "say here which windows may call these"
    );

    let windows = [
        ("main", true, true),
        (
            "conversation-0199a0c4-7a5e-7cc2-9d3f-1b2c3d4e5f60",
            true,
            false,
        ),
        ("conversation", false, false),
        ("main2", false, false),
        ("inspector", false, false),
        ("", false, false),
    ];
    let everything = BOTH.iter().map(|name| (*name, true, false));
    let everything = everything.chain(MAIN_ONLY.iter().map(|name| (*name, false, true)));
    let everything = everything.chain(NOBODYS.iter().map(|name| (*name, false, false)));
    let remote = Origin::Remote {
        url: "https://example.org/".parse().unwrap(),
    };
    for (command, both, main_only) in everything {
        for (label, has_both, has_main) in windows {
            let expected = both && has_both || main_only && has_main;
            let allowed = |origin: &Origin| {
                authority
                    .resolve_access(command, label, label, origin)
                    .is_some()
            };
            assert_eq!(
                allowed(&Origin::Local),
                expected,
                "{command} from {label:?}"
            );
            assert!(!allowed(&remote), "{command} from {label:?}, foreign page");
        }
    }
}

#[test]
fn f099_capability_files_say_no_more_than_that() {
    let permission = |command: &str| match command.strip_prefix("plugin:event|") {
        Some(event) => format!("core:event:allow-{event}"),
        None => format!("allow-{}", command.replace('_', "-")),
    };
    let expected = |commands: &[&[&str]]| -> BTreeSet<String> {
        commands
            .iter()
            .copied()
            .flatten()
            .map(|command| permission(command))
            .collect()
    };
    let found: BTreeMap<String, (Value, BTreeSet<String>)> = capability_files()
        .into_iter()
        .map(|(name, file)| {
            let permissions: Vec<String> =
                serde_json::from_value(file["permissions"].clone()).unwrap();
            let set: BTreeSet<String> = permissions.iter().cloned().collect();
            assert_eq!(set.len(), permissions.len(), "{name} says something twice");
            assert_eq!(file["local"], json!(true), "{name}");
            for absent in ["remote", "webviews", "platforms"] {
                assert_eq!(file.get(absent), None, "{name}: {absent}");
            }
            (name, (file["windows"].clone(), set))
        })
        .collect();
    let expected = BTreeMap::from([
        (
            "main.json".to_owned(),
            (json!(["main"]), expected(&[BOTH, MAIN_ONLY])),
        ),
        (
            "conversation.json".to_owned(),
            (json!(["conversation-*"]), expected(&[BOTH])),
        ),
    ]);
    assert_eq!(found, expected);
}

#[test]
fn f100_windows_are_shut_as_decided() {
    let config = config();
    assert_eq!(
        config["app"],
        json!({
            "withGlobalTauri": false,
            "windows": [],
            "security": {
                "capabilities": ["main", "conversation"],
                "freezePrototype": true,
                "assetProtocol": { "enable": false, "scope": [] },
                "csp": {
                    "default-src": "'none'",
                    "script-src": "'self'",
                    "style-src": "'self'",
                    "img-src": "'self' data:",
                    "font-src": "'self'",
                    "connect-src": "ipc: http://ipc.localhost",
                    "form-action": "'none'",
                    "base-uri": "'none'",
                    "frame-ancestors": "'none'",
                    "require-trusted-types-for": "'script'",
                    "trusted-types": "svelte-trusted-html parley-render"
                }
            }
        })
    );
    assert_eq!(config.get("plugins"), None);
    assert_eq!(config["build"], json!({ "frontendDist": "../ui/dist" }));
}

#[test]
fn f100_no_token_that_opens_a_policy_and_no_broad_permission() {
    let csp = config()["app"]["security"]["csp"].to_string();
    for token in ["unsafe-", "*", "blob:", "https:", "filesystem:", "wasm"] {
        assert!(!csp.contains(token), "the policy holds {token}");
    }
    for (name, file) in capability_files() {
        let text = file.to_string();
        for word in [
            "shell:", "store:", "fs:", "http:", "opener:", "dialog:", ":default", "\"*\"", "**",
        ] {
            assert!(!text.contains(word), "{name} holds {word}");
        }
    }
}

#[test]
fn f100_no_plugin_that_reaches_out_is_built_in() {
    let manifest = std::fs::read_to_string(here("Cargo.toml")).unwrap();
    let words = [
        "tauri-plugin-",
        "\"protocol-asset\"",
        "\"unstable\"",
        "\"devtools\"",
        "\"dynamic-acl\"",
    ];
    for line in manifest
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        // It only holds the settings in memory, and no window may call it: see `settings.rs`.
        .filter(|line| !line.starts_with("tauri-plugin-store ="))
    {
        for word in words {
            assert!(!line.contains(word), "{line}");
        }
    }
}
