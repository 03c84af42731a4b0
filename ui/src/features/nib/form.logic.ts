import type { OperationRun, OperationView, ProjectFolder } from '../../generated';

/** An operation and its fields, as they go to the agent. */
export type Form = Record<string, unknown>;

/** What is written in the boxes of the form. Kept as text, whatever the operation makes of it. */
export interface Draft {
  operation: string;
  paths: readonly string[];
  character: string;
  question: string;
  range: string;
  context: string;
  schema: string;
  projectName: string;
  effort: string;
  session: SessionChoice;
  sessionId: string;
}

/** A talk begins by itself, goes on, or forgets what it was. */
export type SessionChoice = 'start' | 'resume' | 'new';

export function emptyDraft(projectName: string): Draft {
  return {
    operation: '',
    paths: [],
    character: '',
    question: '',
    range: '',
    context: '',
    schema: '',
    projectName,
    effort: '',
    session: 'start',
    sessionId: '',
  };
}

export function takes(operation: OperationView, field: string): boolean {
  return operation.required.includes(field) || operation.optional.includes(field);
}

/** The form the operation takes: its own fields, those that are filled. */
export function formOf(draft: Draft, operation: OperationView, folder: string): Form {
  const form: Form = { operation: operation.name };
  const put = (field: string, value: unknown) => {
    if (takes(operation, field) && value !== '' && value !== undefined) form[field] = value;
  };
  if (takes(operation, 'paths') && draft.paths.length > 0) {
    form['paths'] = operation.oneFile
      ? draft.paths.slice(0, 1).map((path) => `${folder.replace(/\/$/, '')}/${path}`)
      : [...draft.paths];
  }
  const resumes = takes(operation, 'session') && draft.session === 'resume';
  put('character_slug', draft.character.trim());
  put('question', draft.question.trim());
  put('range', draft.range.trim());
  // The session has it already.
  if (!resumes) put('context', draft.context.trim() === '' ? '' : draft.context);
  put('project_name', draft.projectName.trim());
  put('effort', draft.effort);
  if (takes(operation, 'schema') && draft.schema.trim() !== '') {
    try {
      form['schema'] = JSON.parse(draft.schema) as unknown;
    } catch {
      // Said beside the box; the form is not sent without it.
      form['schema'] = draft.schema;
    }
  }
  if (takes(operation, 'session')) {
    form['session'] = {
      id: draft.sessionId.trim(),
      resume: draft.session === 'resume',
      new: draft.session === 'new',
    };
  }
  return form;
}

/** The boxes as they were for an operation that ran. */
export function draftOf(form: Form, folder: string, projectName: string): Draft {
  const text = (field: string) => (typeof form[field] === 'string' ? form[field] : '');
  const paths = Array.isArray(form['paths']) ? form['paths'].map(String) : [];
  const session = (form['session'] ?? {}) as { id?: string; resume?: boolean; new?: boolean };
  const inside = `${folder.replace(/\/$/, '')}/`;
  return {
    ...emptyDraft(text('project_name') || projectName),
    operation: text('operation'),
    paths: paths.map((path) => (path.startsWith(inside) ? path.slice(inside.length) : path)),
    character: text('character_slug'),
    question: text('question'),
    range: text('range'),
    context: text('context'),
    schema: form['schema'] === undefined ? '' : JSON.stringify(form['schema'], null, 2),
    effort: text('effort'),
    session: session.resume ? 'resume' : 'start',
    sessionId: session.id ?? '',
  };
}

/** The sessions that were begun in a project, the latest first. */
export function sessionsOf(history: readonly OperationRun[]): string[] {
  const ids = history.map((run) => (run.form['session'] as { id?: string } | undefined)?.id ?? '');
  return [...new Set(ids.filter((id) => id !== ''))];
}

export function pathIn(folder: ProjectFolder, file: string): string {
  return folder.path === '' ? file : `${folder.path}/${file}`;
}

/** The folders with the files whose path holds what is looked for. */
export function narrowed(folders: readonly ProjectFolder[], words: string): ProjectFolder[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [...folders];
  return folders
    .map((folder) => ({
      ...folder,
      files: folder.files.filter((file) => pathIn(folder, file).toLowerCase().includes(wanted)),
    }))
    .filter((folder) => folder.files.length > 0);
}

/** What an operation was about, in a line. */
export function aboutRun(run: OperationRun): string {
  const { form } = run;
  const words = ['question', 'character_slug', 'project_name', 'context']
    .map((field) => form[field])
    .find((value) => typeof value === 'string' && value !== '');
  if (typeof words === 'string') return words.split('\n')[0]!;
  const paths = Array.isArray(form['paths']) ? form['paths'].map(String) : [];
  const session = (form['session'] as { id?: string } | undefined)?.id;
  return paths.join(', ') || session || '';
}
