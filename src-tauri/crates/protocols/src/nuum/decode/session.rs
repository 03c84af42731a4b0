//! `init`, and the identity that every message may name ("Session Identity").

use super::Nuum;
use crate::nuum::{HEARTBEAT, HEARTBEAT_MS};
use crate::out::Out;
use model::Event;

impl Nuum {
    pub(super) fn on_init(
        &mut self,
        version: Option<&str>,
        model: Option<&str>,
        tools: &[String],
        out: &mut Out,
    ) {
        if let Some(model) = model {
            self.session.capabilities.current_model = Some(model.to_owned());
        }
        let first = !std::mem::replace(&mut self.session.ready, true);
        if !first {
            out.quiet(None, "The agent said “init” a second time.");
        }
        out.event(Event::SessionReady {
            session_id: self.session.id.clone(),
            version: version.map(str::to_owned),
            capabilities: self.session.capabilities.clone(),
        });
        if self.session.id.is_none() {
            out.quiet(
                None,
                "The agent did not tell who it is: a change of its database would go unseen.",
            );
        }
        if !tools.is_empty() {
            let names = tools.join(", ");
            out.quiet(None, format!("The agent has these tools: {names}."));
        }
        if first {
            out.arm(HEARTBEAT, HEARTBEAT_MS);
        }
    }

    /// One database is one identity, for ever: another one in the same process is
    /// no restart, which the host would see by `init`.
    pub(super) fn session_changed(&mut self, id: String, out: &mut Out) {
        let turn = self.turns.id().cloned();
        let before = self.session.id.replace(id.clone()).unwrap_or_default();
        out.warning(
            turn.as_ref(),
            format!(
                "The agent is another one now: it was “{before}” and says that it is “{id}”. It \
                 may not remember what was said before."
            ),
        );
        out.event(Event::SessionChanged { session_id: id });
    }

    /// A message names the model it came from.
    pub(super) fn told_model(&mut self, model: &str, out: &mut Out) {
        let capabilities = &mut self.session.capabilities;
        if !model.is_empty() && capabilities.current_model.as_deref() != Some(model) {
            capabilities.current_model = Some(model.to_owned());
            out.event(Event::CapabilitiesChanged {
                capabilities: capabilities.clone(),
            });
        }
    }
}
