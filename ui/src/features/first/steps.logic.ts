import type {
  AgentEntry,
  AgentsPage,
  ConversationSummary,
  FirstStep,
  Settings,
  StepOutcome,
} from '../../generated';

/** The first steps, in their order. */
export const STEPS: readonly FirstStep[] = ['guide', 'agents', 'asking'];

type Outcomes = Settings['firstSteps'];

/** What became of the steps; recordings and older shells know nothing of them. */
export function outcomes(settings: Settings | null): Outcomes {
  return (settings?.firstSteps as Outcomes | undefined) ?? {};
}

/** The first step that was neither taken nor passed over; none where there is none. */
export function nextStep(now: Outcomes): FirstStep | null {
  return STEPS.find((step) => now[step] === undefined) ?? null;
}

/** With one step taken or passed over. What was done once stays done. */
export function marked(now: Outcomes, step: FirstStep, outcome: StepOutcome): Outcomes {
  return { ...now, [step]: now[step] === 'done' ? 'done' : outcome };
}

/** With all that is left passed over. */
export function allSkipped(now: Outcomes): Outcomes {
  return STEPS.reduce((all, step) => marked(all, step, 'skipped'), now);
}

/** Whether a folder as it was written is the one a conversation works in. */
export function isIn(conversation: ConversationSummary, folder: string): boolean {
  const plain = folder.trim().replace(/(?<=.)[/\\]+$/, '');
  return plain === conversation.workspace || plain === conversation.workspaceLabel;
}

/** Whether there is no conversation but the ready one, and nothing was said in that. */
export function onlyReady(
  all: readonly ConversationSummary[],
  ready: ConversationSummary | undefined,
): boolean {
  return all.every((one) => one.id === ready?.id && one.preview === '');
}

/** The agents that are there, those with a key to come among them, and the names of the rest. */
export function found(page: AgentsPage): { there: AgentEntry[]; missing: string[] } {
  const on = page.agents.filter((entry) => !entry.disabled);
  return {
    there: on.filter((entry) => entry.profile.readiness.state !== 'notFound'),
    missing: on
      .filter((entry) => entry.profile.readiness.state === 'notFound')
      .map((entry) => entry.profile.name),
  };
}
