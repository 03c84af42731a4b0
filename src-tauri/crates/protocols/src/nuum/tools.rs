//! What a tool does, by its name: those that begin a background task here, all
//! others as everywhere.

use model::ToolKind;

/// What the tool does.
pub(super) fn kind(name: &str) -> ToolKind {
    match name {
        "background_research" | "background_reflect" | "research" | "reflect" => ToolKind::Agent,
        _ => crate::tools::kind(name, None),
    }
}
