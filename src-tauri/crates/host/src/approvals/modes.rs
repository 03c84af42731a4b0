//! Modes the host keeps, for agents that ask and have no modes of their own.

use model::{ApprovalMode, Capabilities, Decider, ModeInfo, Risk, RiskClass, ToolKind};

/// What the host's modes are called.
const MODES: &[(ApprovalMode, &str, &str, bool)] = &[
    (
        ApprovalMode::Ask,
        "ask",
        "Asks before every call, except those your rules let pass.",
        false,
    ),
    (
        ApprovalMode::AcceptEdits,
        "acceptEdits",
        "Reads, and changes files in the workspace, without asking; asks before everything else.",
        false,
    ),
    (
        ApprovalMode::AcceptAll,
        "acceptAll",
        "Lets everything pass that no rule refuses: commands too.",
        true,
    ),
];

/// True where the host keeps the mode: the agent asks, and has none.
pub(crate) fn are_the_hosts(capabilities: &Capabilities) -> bool {
    capabilities.approvals && capabilities.modes.is_empty()
}

/// The mode of this name, of the host's own.
pub(crate) fn named(id: &str) -> Option<ApprovalMode> {
    MODES
        .iter()
        .find(|(_, name, ..)| *name == id)
        .map(|(mode, ..)| *mode)
}

/// What a mode is called.
pub(crate) fn id(mode: ApprovalMode) -> &'static str {
    MODES
        .iter()
        .find(|(one, ..)| *one == mode)
        .map_or("ask", |(_, id, ..)| id)
}

/// What a window shows: the agent's abilities, with the host's modes where it has none.
pub(crate) fn shown(capabilities: &Capabilities) -> Capabilities {
    let mut shown = capabilities.clone();
    if are_the_hosts(capabilities) {
        shown.modes = MODES
            .iter()
            .map(|(mode, id, allows, dangerous)| ModeInfo {
                id: (*id).to_owned(),
                allows: (*allows).to_owned(),
                dangerous: *dangerous,
                stands_for: Some(*mode),
                by_host: true,
            })
            .collect();
    }
    shown
}

/// Who lets a call pass by the mode alone.
pub(crate) fn allows(mode: ApprovalMode, kind: ToolKind, risk: &Risk) -> Option<Decider> {
    let passes = match mode {
        ApprovalMode::Ask => false,
        ApprovalMode::AcceptEdits => {
            super::matching::is_of_files(kind)
                && risk.class <= RiskClass::Changes
                && risk.mismatch.is_none()
        }
        ApprovalMode::AcceptAll => true,
    };
    passes.then_some(Decider::Mode { mode })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepting_edits_stops_at_danger_and_at_commands() {
        let risk = |class| Risk {
            class,
            reasons: Vec::new(),
            mismatch: None,
        };
        let by = Some(Decider::Mode {
            mode: ApprovalMode::AcceptEdits,
        });
        let edits = ApprovalMode::AcceptEdits;
        for (kind, class, expected) in [
            (ToolKind::Edit, RiskClass::Changes, by.clone()),
            (ToolKind::Write, RiskClass::Changes, by.clone()),
            (ToolKind::Read, RiskClass::Reads, by),
            (ToolKind::Write, RiskClass::Danger, None),
            (ToolKind::Execute, RiskClass::Acts, None),
            (ToolKind::Other, RiskClass::Acts, None),
        ] {
            assert_eq!(
                allows(edits, kind, &risk(class)),
                expected,
                "{kind:?} {class:?}"
            );
        }
        assert_eq!(
            allows(ApprovalMode::Ask, ToolKind::Read, &risk(RiskClass::Reads)),
            None
        );
        let all = ApprovalMode::AcceptAll;
        assert!(allows(all, ToolKind::Execute, &risk(RiskClass::Danger)).is_some());
    }
}
