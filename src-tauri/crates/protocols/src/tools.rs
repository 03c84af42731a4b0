//! What a tool does, by its name, as the common builds of agents name theirs. The
//! same for every protocol; everything else is `Other` and of the category `mcp`.

use model::ToolKind;

/// What the tool does. The agent's word `mcp` is believed against the name: a
/// server may call its tool `Read` and do anything.
pub(crate) fn kind(name: &str, category: Option<&str>) -> ToolKind {
    if category == Some("mcp") {
        return ToolKind::Other;
    }
    match plain(name).as_str() {
        "read" | "readfile" | "view" | "viewfile" => ToolKind::Read,
        "glob" | "grep" | "ls" | "list" | "listdir" | "search" | "toolsearch" => ToolKind::Search,
        "write" | "writefile" | "createfile" => ToolKind::Write,
        "edit" | "editfile" | "multiedit" | "applypatch" => ToolKind::Edit,
        "bash" | "exec" | "execcommand" | "shell" | "runcommand" | "writestdin" => {
            ToolKind::Execute
        }
        "webfetch" | "fetch" | "websearch" => ToolKind::Fetch,
        "spawn" | "task" | "agent" => ToolKind::Agent,
        _ => ToolKind::Other,
    }
}

/// The category a tool of this name has, for calls that were not asked about
/// and therefore came without one.
pub(crate) fn category(name: &str) -> &'static str {
    match kind(name, None) {
        ToolKind::Read | ToolKind::Search => "info",
        ToolKind::Write | ToolKind::Edit => "edit",
        ToolKind::Execute | ToolKind::Agent => "exec",
        ToolKind::Fetch | ToolKind::Other => "mcp",
    }
}

/// Lower case, without `_` and `-`: `ExecCommand` and `exec_command` are one.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}
