//! The words of the five specifications and of the notes on real programs: each
//! message, field, variable, prefix, exit code, command, mode and flag, under the
//! section it comes from. Each stands in a row of that section of its table.

/// A section's words.
pub(crate) type Section = (&'static str, &'static [&'static str]);

/// Each protocol with its words.
pub(crate) const WORDS: &[(&str, &[Section])] = &[
    ("aionrs", AIONRS),
    ("nuum", NUUM),
    ("nib", NIB),
    ("agentproc", AGENTPROC),
    ("terminal", TERMINAL),
];

#[rustfmt::skip]
const AIONRS: &[Section] = &[
    ("Overview", &["--json-stream", "UTF-8", "stderr"]),
    ("1 Events", &["type"]),
    ("1.1 ready", &["version", "session_id", "capabilities", "tool_approval", "thinking", "mcp"]),
    ("1.2 stream_start", &["msg_id"]),
    ("1.3 text_delta", &["text", "msg_id"]),
    ("1.4 thinking", &["text", "msg_id"]),
    ("1.5 tool_request", &[
        "msg_id", "call_id", "tool", "name", "category", "args", "description",
        "Read", "Write", "Edit", "Bash", "Glob", "Grep", "Spawn", "MCP",
        "info", "edit", "exec", "mcp", "auto_approve", "allow_list", "tool_running",
    ]),
    ("1.6 tool_running", &["msg_id", "call_id", "tool_name"]),
    ("1.7 tool_result", &[
        "msg_id", "call_id", "tool_name", "status", "success", "error", "output",
        "output_type", "text", "diff", "image", "metadata", "file_path",
    ]),
    ("1.8 tool_cancelled", &["msg_id", "call_id", "reason"]),
    ("1.9 stream_end", &[
        "msg_id", "usage", "input_tokens", "output_tokens", "cache_read_tokens",
        "cache_write_tokens",
    ]),
    ("1.10 error", &[
        "msg_id", "error", "code", "message", "retryable", "provider_error", "tool_error",
        "config_error", "protocol_error", "internal_error",
    ]),
    ("1.11 info", &["msg_id", "message"]),
    ("2.1 message", &["msg_id", "input", "files"]),
    ("2.2 stop", &["stream_end"]),
    ("2.3 tool_approve", &["call_id", "scope", "once", "always"]),
    ("2.4 tool_deny", &["call_id", "reason", "tool_cancelled"]),
    ("2.5 init_history", &["text", "before the first message"]),
    ("2.6 set_mode", &["mode", "default", "auto_edit", "yolo"]),
    ("3.1 Startup", &[
        "--provider", "--model", "--max-tokens", "--max-turns", "--session-id", "--resume", "latest",
    ]),
    ("3.2 Message Turn", &["example"]),
    ("3.3 Tool Approval Flow", &["example"]),
    ("3.4 Multi-Tool Parallel Execution", &["example"]),
    ("3.5 Shutdown", &["EOF", "SIGTERM"]),
    ("4.1 Invalid Command", &["msg_id", "protocol_error"]),
    ("4.2 Provider Errors", &["provider_error"]),
    ("4.3 Fatal Errors", &["config_error", "non-zero status"]),
    ("5 Flags", &[
        "--provider", "--model", "--max-tokens", "--max-turns", "--base-url", "--system-prompt",
        "--auto-approve", "--workspace",
    ]),
    ("5 Variables", &[
        "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL",
        "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE",
        "GOOGLE_APPLICATION_CREDENTIALS", "VERTEX_PROJECT_ID", "VERTEX_REGION",
    ]),
    ("6 Protocol Versioning", &["version", "major version", "minor version"]),
    ("Field notes", &[
        "API_KEY", "BASE_URL", "MODEL", "PROVIDER", "ready.version", "input", "content",
        "bad command", "engine_error", "stream_end", "fatal start error", "stop", "--resume",
        "scope", "always", "tool_request", "message", "init_history", "set_mode", "info",
        "config_changed", "output_type", "usage", "--workspace", "--project-dir", "Bash",
        "command", "ExecCommand", "cmd", "EOF", "effort", "effort_levels", "modes",
        "current_mode", "image_input", "current_model", "available_models", "context_limit",
        "mcp_ready", "tools", "ping", "pong", "set_config", "model", "thinking",
        "thinking_budget", "compaction", "add_mcp_server", "name", "transport", "args", "env",
        "url", "headers", "429", "15 s", "files", "ANTHROPIC_API_KEY", "OPENAI_API_KEY",
        "--base-url",
    ]),
];

#[rustfmt::skip]
const NUUM: &[Section] = &[
    ("Transport", &["one JSON object a line", "stdin", "alive between turns"]),
    ("Starting the Server", &["--stdio", "--db"]),
    ("User Message", &["type", "message.role", "message.content", "string", "content blocks"]),
    ("Control Messages", &["interrupt", "status", "heartbeat"]),
    ("Init Message", &["session_id", "version", "tools", "once", "on startup"]),
    ("Assistant Message", &[
        "message.content", "text", "message.model", "tool use", "id", "name", "input",
        "session_id", "read", "write", "edit", "bash", "glob", "grep", "background_research",
        "background_reflect", "set_alarm",
    ]),
    ("Tool Result", &["tool_result", "tool_use_id", "content", "is_error"]),
    ("Result Message", &[
        "subtype", "success", "error", "cancelled", "duration_ms", "is_error", "num_turns",
        "session_id", "result", "input_tokens", "output_tokens",
    ]),
    ("Turn Accepted", &["session_id", "timestamp"]),
    ("Tasks Snapshot", &[
        "id", "type", "description", "status", "createdAt", "firesAt", "session_id",
        "research", "reflect", "alarm", "running", "pending", "emitted on each change",
    ]),
    ("System Messages", &[
        "error", "message", "queued", "position", "injected", "message_count",
        "status_response", "running", "session_id", "heartbeat_ack",
    ]),
    ("Mid-Turn Message Injection", &["queued", "injected"]),
    ("Example Session", &["example"]),
    ("Session Identity", &["init", "assistant", "result"]),
    ("Content Block Types", &["text", "tool_use", "tool_result", "content", "is_error"]),
    ("Field notes", &[
        "tool_result", "user", "error_during_execution", "error_max_turns", "is_error",
        "status_response", "status", "running", "session_id", "queued_messages", "interrupted",
        "cancelled", "ses_", "model", "version", "tools", "heartbeat_ack", "queued", "injected",
        "timestamp", "content_length", "consolidation", "system_prompt", "environment",
        "mcp_servers", "No approvals", "tool_use", "bgt_", "snapshot", "turn_accepted", "alarm",
        "Exit 0", "Images", "database",
    ]),
];

#[rustfmt::skip]
const NIB: &[Section] = &[
    ("Discovery", &["NIB_AGENT", "nib.agent", "claude", "nib-agent-<name>", "PATH"]),
    ("Invocation", &["working directory", "stdin", "stdout", "stderr", "exit code"]),
    ("Pipe vs interactive mode", &["pipe", "interactive", "NIB_AGENT_REQUEST_FILE"]),
    ("Request format", &["one JSON object"]),
    ("Field reference", &[
        "operation", "dir", "paths", "character_slug", "question", "range", "context", "schema",
        "session", "project_name",
    ]),
    ("Response format", &["success", "type", "operation", "text", "error"]),
    ("Operations", &[
        "scene-proof", "chapter-proof", "scene-critique", "chapter-critique", "voice-check",
        "continuity-check", "continuity-ask", "continuity-index", "character-talk",
        "project-scaffold", "data", "files", "id", "resume", "new",
    ]),
    ("Error handling", &["exit 0", "stderr", "interactive"]),
    ("Minimal example", &["answers"]),
    ("Field notes", &[
        "effort", "low", "medium", "high", "xhigh", "max", "manuscript-search", "question",
        "paths", "manuscript-critique", "stderr", "exit 1", "NIB_AGENT_REQUEST_FILE", "JSON",
        "type", "error", "operation", "session", "time limit", "cancel", "terminal",
    ]),
];

#[rustfmt::skip]
const AGENTPROC: &[Section] = &[
    ("Profile YAML", &[
        "command", "args", "{{MESSAGE}}", "{{SESSION_ID}}", "{{SESSION_NAME}}", "stdin", "none",
        "message", "cwd", "env", "timeout_secs", "1800", "kill_grace_secs", "5",
        "max_reply_chars", "truncation_suffix", "include_stderr_in_reply", "send_error_reply",
        "streaming", "session_line_prefix", "without a shell",
    ]),
    ("Input, Core", &[
        "AGENT_MESSAGE", "AGENT_SESSION_ID", "AGENT_SESSION_NAME", "AGENT_FROM_USER",
        "AGENT_STREAMING", "AGENT_PROTOCOL_VERSION",
    ]),
    ("Input, Attachments single", &["AGENT_IMAGE_URL", "AGENT_FILE_URL"]),
    ("Input, Attachments multi", &[
        "AGENT_ATTACHMENTS", "type", "url", "name", "image", "file", "audio", "video",
    ]),
    ("stdin", &["none", "message", "EOF"]),
    ("Output", &["AGENT_SESSION:", "AGENT_PARTIAL:", "AGENT_ERROR:", "body", "space"]),
    ("Session line", &["example"]),
    ("Partial lines", &["example", "streaming"]),
    ("Error lines", &["example", "exit 0", "partial", "body"]),
    ("Exit Codes", &["0", "1", "124", "130", "143", "send_error_reply"]),
    ("Timeout Handling", &["SIGTERM", "kill_grace_secs", "SIGKILL", "partials"]),
    ("Design Principles", &["one process", "opaque", "type:"]),
    ("Field notes, wire 0.1", &[
        "0.1", "0.2", "0.3", "raw text", "column 0", "AGENT_PARTIALS:", "trimmed",
        "failed turn", "precedence", "AGENT_ERROR", "partials", "empty output", "command",
        "args: []", "${VAR}", "cwd", "128 KiB", "stdin: message", "empty message",
        "minimal environment",
    ]),
    ("Field notes and SDKs, wire 0.4", &[
        "turn", "message", "session_id", "session_name", "attachments", "kind", "url",
        "permission", "protocol_version", "partial", "text", "role", "result", "usage", "error",
        "permission_request", "request_id", "tool_name", "input", "description", "tool_use_id",
        "permission_response", "behavior", "allow", "deny", "updated_input", "env_allowlist",
        "budget_secs", "deadline", "{{PROFILE_DIR}}", "agentproc:", "125", "128 + n",
        "time limit", "order",
    ]),
];

#[rustfmt::skip]
const TERMINAL: &[Section] = &[
    ("Quick Start", &["minimal micro-agent"]),
    ("Input", &["one JSON object", "stdin"]),
    ("Input, Fields", &[
        "version", "text", "media", "channel", "chat_id", "session_key", "workspace",
        "user_data_dir", "providers", "passMedia", "{workspace}/users/{chat_id}",
    ]),
    ("Input, Reading", &["stdin"]),
    ("Input, Providers", &["api_keys", "models", "base_url", "rotation"]),
    ("Output", &["type"]),
    ("`message`", &[
        "text", "media", ".jpg", ".jpeg", ".png", ".gif", ".webp", ".mp4", ".mov", ".avi", ".mkv",
        ".webm", ".mp3", ".ogg", ".m4a", ".wav", ".flac", ".pdf",
    ]),
    ("`progress`", &["text", "history"]),
    ("`error`", &["text", "code", "exit code"]),
    ("`log`", &["text", "level", "debug", "info", "warning", "error"]),
    ("Non-JSON output", &["no JSON", "type", "exit"]),
    ("Flush stdout", &["line"]),
    ("Configuration", &[
        "config.json", "terminal", "enabled", "command", "timeout", "120", "protocol", "plain",
        "rich", "passMedia", "env", "providers", "apiKeys", "models", "baseUrl", "camelCase",
        "snake_case",
    ]),
    ("`{message}`", &["shell-quoted"]),
    ("Plain mode", &["stdout", "media"]),
    ("Rich mode", &["line by line"]),
    ("Examples", &["stateful", "image", "multiple messages", "user images", "error handling"]),
    ("Lifecycle", &["1", "2", "3", "4", "5", "6", "7", "8"]),
    ("Timeout", &["SIGKILL"]),
    ("stderr", &["STDERR:"]),
    ("Exit codes", &["non-zero"]),
    ("Field notes", &[
        "inject", "version", "text", "media", "deadline", "stdin: close", "<NAME>_API_KEY",
        "<NAME>_API_KEYS", "env", "revealErrors", "64 KiB", "log", "message", "error",
        "plain text", "{message}", "chat_id", "providers", "No output",
    ]),
];
