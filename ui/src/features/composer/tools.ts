/** What the message box is without until the first frame is drawn. */
export { default as AgentSettings } from './AgentSettings.svelte';
export { Attaching } from './attaching.svelte';
export { workspaceFiles } from './commands';
export { default as ComposerMeta } from './ComposerMeta.svelte';
export { default as DraftFiles } from './DraftFiles.svelte';
export { History } from './history';
export { act } from './slash-act';
export { Suggest } from './suggest.svelte';
export { default as Suggestions } from './Suggestions.svelte';
export { t as toolText } from './text';
export { putWords } from './trigger.logic';
