//! `ready`, `config_changed`, `mcp_ready`.

use super::Aionrs;
use crate::aionrs::capabilities;
use crate::aionrs::session::Version;
use crate::fields::Problems;
use crate::lines::Object;
use crate::out::Out;
use model::{AgentFault, Event, ResumeMeans};

impl Aionrs {
    pub(super) fn on_ready(
        &mut self,
        version: Option<&str>,
        session_id: Option<&str>,
        told: &Object<'_>,
        out: &mut Out,
    ) {
        if std::mem::replace(&mut self.session.ready, true) {
            out.quiet(None, "The agent said “ready” a second time.");
            self.on_config_changed(told, out);
            return;
        }
        let known = version.and_then(Version::parse);
        if let Some(known) = known {
            self.session.usage.of_a_program = known.is_of_a_program();
            if known.is_newer_generation() {
                capabilities::newer_generation(&mut self.session.capabilities);
            }
            if known.takes_commands() {
                capabilities::takes_commands(&mut self.session.capabilities);
            }
            // No real program seen does anything with `init_history`.
            self.session.capabilities.history = !known.is_of_a_program();
        }
        if session_id.is_none() {
            self.session.capabilities.resume = ResumeMeans::None;
        }
        self.tell_capabilities(told, out);
        // Before it is ready: whoever runs it can refuse it in time.
        match (known, version) {
            (Some(Version(0, ..)), _) => {}
            (Some(_), Some(version)) => out.fault(
                None,
                AgentFault {
                    code: "protocol.version".to_owned(),
                    message: format!(
                        "The agent speaks version {version} of aionrs JSON Stream; version 0 is \
                         known here. What it says may be misread, so it was not used. Use an \
                         older build of the agent, or restart it here to use this one \
                         all the same."
                    ),
                    retryable: None,
                    detail: None,
                },
            ),
            (_, Some(version)) => {
                out.quiet(
                    None,
                    format!("The agent's version “{version}” is no version number."),
                );
            }
            (_, None) => out.quiet(None, "The agent did not tell its version."),
        }
        out.event(Event::SessionReady {
            session_id: session_id.map(str::to_owned),
            version: version.map(str::to_owned),
            capabilities: self.session.capabilities.clone(),
        });
    }

    pub(super) fn on_config_changed(&mut self, told: &Object<'_>, out: &mut Out) {
        let before = self.session.capabilities.clone();
        self.tell_capabilities(told, out);
        let now = &self.session.capabilities;
        if *now == before {
            return;
        }
        out.event(Event::CapabilitiesChanged {
            capabilities: now.clone(),
        });
        if let Some(mode) = &now.current_mode
            && now.current_mode != before.current_mode
        {
            out.event(Event::ModeChanged { mode: mode.clone() });
        }
    }

    fn tell_capabilities(&mut self, told: &Object<'_>, out: &mut Out) {
        let mut problems = Problems::default();
        capabilities::apply(&mut self.session.capabilities, told, &mut problems);
        if self.session.auto_approves {
            capabilities::approves_all(&mut self.session.capabilities);
        }
        if let Some(problems) = problems.text() {
            out.quiet(
                None,
                format!("The agent's abilities were not wholly understood: {problems}."),
            );
        }
    }

    pub(super) fn on_mcp_ready(name: Option<&str>, tools: &[String], out: &mut Out) {
        let name = name.unwrap_or("(unnamed)");
        let text = match tools {
            [] => format!("The MCP server “{name}” is ready."),
            [one] => format!("The MCP server “{name}” is ready with one tool: {one}."),
            many => format!(
                "The MCP server “{name}” is ready with {} tools: {}.",
                many.len(),
                many.join(", ")
            ),
        };
        out.quiet(None, text);
    }
}
