//! decode
use crate::{Adapter, Effect, Frame, Timer};
use model::{Command, Epoch, Refusal};
pub(super) fn connect(_: Epoch) -> Box<dyn Adapter> { Box::new(Aionrs) }
struct Aionrs;
impl Adapter for Aionrs {
    fn decode(&mut self, _: Frame<'_>) -> Vec<Effect> { Vec::new() }
    fn encode(&mut self, _: &Command) -> Result<Vec<Effect>, Refusal> { Ok(Vec::new()) }
    fn elapsed(&mut self, _: Timer) -> Vec<Effect> { Vec::new() }
    fn closed(&mut self) -> Vec<Effect> { Vec::new() }
}
