import type {
  Batch,
  Closing,
  ConversationId,
  ConversationSummary,
  ItemId,
  Problem,
  ProfileView,
  PullRequest,
  Settings,
  Startup,
} from '../generated';
import { readingPlaces } from '../features/transcript/reading-places';
import { toProblem } from '../host/types';
import type { Host } from '../host/types';
import { speak } from '../shared/lib/text/index.svelte';
import { applyList, emptyList } from './apply-patch';
import { ConversationStore } from './conversation.svelte';
import type { Page, PageId, PanelId } from './places';
import { PullLoop } from './pull-loop';
import { Topics } from './topics';
import { KeptWindow } from './window-memory.svelte';

/** Something that did not work, shown until it is dismissed. */
export interface Trouble {
  readonly id: number;
  readonly problem: Problem;
}

/** A conversation that was deleted and can be brought back. */
export interface Deleted {
  readonly id: ConversationId;
  readonly title: string;
}

/** How long "Undo" is offered: the host keeps its promise for 30 s. */
const UNDO_FOR = 12_000;

/** What was on the screen stays so long for a conversation that is on its way, in milliseconds. */
const STAYS = 100;

/** Everything one window knows, and the one loop that keeps it fresh. */
export class Session {
  readonly host: Host;
  startup = $state.raw<Startup | null>(null);
  settings = $state.raw<Settings | null>(null);
  list = $state.raw(emptyList);
  listLoaded = $state.raw(false);
  profiles = $state.raw<ProfileView[] | null>(null);
  conversation = $state.raw<ConversationStore | null>(null);
  /**
   * The one on the screen: that same conversation, once there is something of it to see. The
   * host answers in less time than it takes to draw a window with nothing in it.
   */
  pane = $state.raw<ConversationStore | null>(null);
  troubles = $state.raw<readonly Trouble[]>([]);
  deleted = $state.raw<Deleted | null>(null);
  /** The host has not answered the last pulls. */
  disconnected = $state.raw(false);
  newDialogOpen = $state(false);
  /** The conversations that are to be exported, while it is asked how. */
  exporting = $state.raw<readonly ConversationId[] | null>(null);
  /** This window is to be closed, while it is asked what becomes of agents at work. */
  closing = $state.raw<Closing | null>(null);
  /** The window was blank the last time and is drawn in a plainer way; until it is dismissed. */
  drawnPlainly = $state.raw(false);
  readonly kept: KeptWindow;
  /** The page in the conversation's place, if any. */
  page = $state.raw<Page | null>(null);
  /** The side shown at the right of a conversation, if any. */
  panel = $state<PanelId | null>(null);
  readonly topics = new Topics(() => this.#loop.ask());
  drawerOpen = $state(false);

  #loop: PullLoop;
  #nextTrouble = 1;
  /** Changes of settings that were asked for. */
  #changes = 0;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;
  #turnTimer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void)[] = [];
  /** Set by the composer: puts the cursor into the message box. */
  focusComposer: () => void = () => {};
  /** Set by the transcript: opens the search in the conversation. */
  find: () => void = () => {};
  /** Led to it from outside the window: what waits in it is to be brought into sight. */
  #reveal = $state.raw<ConversationId | null>(null);
  /** Led to an item, by a search for one. */
  #item = $state.raw<{ id: ConversationId; item: ItemId } | null>(null);
  /** The next message box to appear is for a conversation just begun: it takes the cursor. */
  #focusNext = false;

  constructor(host: Host) {
    this.host = host;
    this.kept = new KeptWindow(host);
    this.#loop = new PullLoop({
      pull: (request) => host.pull(request),
      request: () => this.#request(),
      apply: (batch) => this.#apply(batch),
      onTrouble: (failures) => (this.disconnected = failures >= 2),
      hidden: () => document.hidden,
      untilVisible,
      nextFrame,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  }

  async start(): Promise<void> {
    const startup = await this.host.startup();
    // Before anything is said.
    await speak(startup.settings.language);
    this.startup = startup;
    this.settings = startup.settings;
    const looks = this.kept.restore(startup);
    readingPlaces.restore(
      startup.scroll.flatMap((one) => (one.at ? [[one.conversation, one.at] as const] : [])),
    );
    readingPlaces.onset = (id, at) => {
      const offset = Math.round(at?.offset ?? 0);
      this.kept.reads(id, at && { place: at.place, offset });
    };
    this.page = looks.page;
    this.panel = looks.panel;
    this.drawnPlainly = startup.drawnPlainly;
    this.#tellOfSettings(startup.settingsTrouble);
    if (startup.conversation) this.#turnTo(new ConversationStore(startup.conversation));
    this.#stopListening.push(
      this.host.onClosing((closing) => (this.closing = closing)),
      this.host.onSettings((settings) => (this.settings = settings)),
      this.host.onShowConversation((id) => {
        if (!this.showsList && this.conversation?.id !== id) return;
        this.reveal(id);
      }),
    );
    this.#loop.start();
  }

  end(): void {
    this.#loop.stop();
    clearTimeout(this.#turnTimer);
    this.kept.flush();
    for (const stop of this.#stopListening) stop();
  }

  /** Whether this window has the list; a conversation's own window has not. */
  get showsList(): boolean {
    return this.startup?.window !== 'conversation';
  }

  summary(id: ConversationId): ConversationSummary | undefined {
    return this.list.items.get(id);
  }

  /** Whether what is on the screen is what is being left. */
  get #turning(): boolean {
    return this.pane !== this.conversation;
  }

  show(id: ConversationId): void {
    this.drawerOpen = false;
    const covered = this.page !== null;
    this.page = null;
    if (this.conversation?.id === id) return;
    this.#turnTo(new ConversationStore(id));
    // What a page lay over is not what one comes from; and who begins a conversation may be
    // writing already, which is not for the one before.
    if (covered || this.#focusNext) this.#turned();
    this.#loop.turn();
  }

  #turnTo(store: ConversationStore | null): void {
    // It never came to the screen.
    if (this.#turning) this.conversation?.close();
    this.conversation = store;
    clearTimeout(this.#turnTimer);
    if (store && this.pane) this.#turnTimer = setTimeout(() => this.#turned(), STAYS);
    else this.#turned();
  }

  /** What is left holds nothing any more: to open it again costs a few milliseconds. */
  #turned(): void {
    clearTimeout(this.#turnTimer);
    const left = this.pane;
    this.pane = this.conversation;
    if (left !== this.pane) left?.close();
  }

  /** Shows a conversation and, in it, what waits for the user. */
  reveal(id: ConversationId): void {
    this.#reveal = id;
    this.show(id);
  }

  /** The conversation on screen, fetched as if it had not been shown before. */
  showAnew(id: ConversationId): void {
    if (this.conversation?.id !== id) return;
    this.#turnTo(new ConversationStore(id));
    this.#loop.turn();
  }

  /** Shows an item of a conversation. */
  showItem(id: ConversationId, item: ItemId): void {
    this.#item = { id, item };
    this.show(id);
  }

  showNone(): void {
    this.#turnTo(null);
    this.#loop.ask();
  }

  openPage(id: PageId, part?: string): void {
    this.drawerOpen = false;
    this.page = part === undefined ? { id } : { id, part };
  }

  closePage(): void {
    this.page = null;
  }

  async loadProfiles(): Promise<void> {
    try {
      this.profiles = await this.host.profiles();
    } catch (error) {
      this.report(error);
    }
  }

  async create(profile: string, workspace: string): Promise<boolean> {
    const id = await this.attempt(() => this.host.createConversation(profile, workspace));
    if (id === undefined) return false;
    // The host has noted it; a next conversation begins with the same.
    if (this.settings) {
      this.settings = { ...this.settings, lastProfile: profile, lastWorkspace: workspace };
    }
    this.#focusNext = true;
    this.show(id);
    return true;
  }

  /** Whether the message box that has just appeared takes the cursor; asked once. */
  takesFocus(): boolean {
    const takes = this.#focusNext;
    this.#focusNext = false;
    return takes;
  }

  /** The item of this conversation that is to be brought into sight, if any; asked once. */
  takesItem(id: ConversationId): ItemId | null {
    if (this.#item?.id !== id) return null;
    const item = this.#item.item;
    this.#item = null;
    return item;
  }

  /** Whether what waits in this conversation is to be brought into sight; asked once. */
  takesReveal(id: ConversationId): boolean {
    if (this.#reveal !== id) return false;
    this.#reveal = null;
    return true;
  }

  async changeSettings(change: Partial<Settings>): Promise<void> {
    const before = this.settings;
    if (!before) return;
    const wanted = { ...before, ...change };
    // Shown at once: a theme that follows a moment later feels broken.
    this.settings = wanted;
    const number = ++this.#changes;
    const saved = await this.attempt(() => this.host.changeSettings(wanted));
    if (!saved) {
      // But for what was changed meanwhile, it is as it was.
      const now = Object.entries(this.settings).map(([key, value]) => {
        const id = key as keyof Settings;
        return [key, id in change && value === wanted[id] ? before[id] : value];
      });
      this.settings = Object.fromEntries(now) as Settings;
      return;
    }
    // What was asked for last is what is shown.
    if (number === this.#changes) this.settings = saved;
    // What somebody else wrote into the file meanwhile.
    const trouble = await this.attempt(() => this.host.call<string | null>('settings_trouble'));
    this.#tellOfSettings(trouble);
  }

  #tellOfSettings(trouble: string | null | undefined): void {
    if (trouble) this.report({ code: 'settings', message: trouble });
  }

  async delete(id: ConversationId, title: string): Promise<void> {
    const done = await this.attempt(() => this.host.deleteConversation(id).then(() => true));
    if (!done) return;
    if (this.conversation?.id === id) this.showNone();
    this.#offerUndo({ id, title });
  }

  #offerUndo(deleted: Deleted): void {
    this.deleted = deleted;
    clearTimeout(this.#undoTimer);
    this.#undoTimer = setTimeout(() => (this.deleted = null), UNDO_FOR);
  }

  async undoDelete(): Promise<void> {
    const deleted = this.deleted;
    if (!deleted) return;
    this.forgetDeleted();
    const done = await this.attempt(() =>
      this.host.restoreConversation(deleted.id).then(() => true),
    );
    if (done) this.show(deleted.id);
    else this.#offerUndo(deleted);
  }

  forgetDeleted(): void {
    clearTimeout(this.#undoTimer);
    this.deleted = null;
  }

  /** Carries a command out; a failure is shown, and the result is `undefined`. */
  async attempt<T>(command: () => Promise<T>): Promise<T | undefined> {
    try {
      return await command();
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  report(error: unknown): void {
    const problem = toProblem(error);
    const others = this.troubles.filter((one) => one.problem.message !== problem.message);
    this.troubles = [...others.slice(-2), { id: this.#nextTrouble++, problem }];
  }

  dismiss(id: number): void {
    this.troubles = this.troubles.filter((one) => one.id !== id);
  }

  #request(): PullRequest {
    return {
      conversation: this.conversation?.id ?? null,
      after: this.conversation?.rev ?? 0,
      list: this.showsList,
      listAfter: this.list.rev,
      topics: this.topics.request(),
      plain: this.conversation?.plain ?? false,
    };
  }

  #apply(batch: Batch): void {
    if (batch.list) {
      this.list = applyList(this.list, batch.list);
      this.listLoaded = true;
      const shown = this.conversation;
      // Gone from the archive, here or in another window.
      if (shown && (shown.loaded || shown.plain) && batch.list.removed?.includes(shown.id))
        this.#turnTo(null);
    }
    if (batch.plain && batch.plain === this.conversation?.id) this.conversation.showPlainly();
    if (batch.conversation) this.conversation?.apply(batch.conversation);
    if (this.#turning && (this.conversation?.loaded || this.conversation?.plain)) this.#turned();
    if (batch.topics) this.topics.apply(batch.topics);
  }
}

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    check();
  });
}

/** The next frame, or a little later where the page draws none. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 250);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
