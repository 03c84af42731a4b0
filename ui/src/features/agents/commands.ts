import type {
  AgentsPage,
  Explained,
  ImportedProfile,
  ProfileDraft,
  ProfileId,
  Trial,
} from '../../generated';
import type { Host } from '../../host/types';

export const agents = (host: Host): Promise<AgentsPage> => host.call('agents');

export const profileDraft = (host: Host, profile: ProfileId): Promise<ProfileDraft> =>
  host.call('profile_draft', { profile });

/** What a start of the draft would be, with everything secret masked. */
export const explainDraft = (
  host: Host,
  draft: ProfileDraft,
  workspace: string,
): Promise<Explained> => host.call('explain_draft', { draft, workspace });

export const saveProfile = (host: Host, draft: ProfileDraft): Promise<ProfileId> =>
  host.call('save_profile', { draft });

export const removeProfile = (host: Host, profile: ProfileId): Promise<void> =>
  host.call('remove_profile', { profile });

/** Asks for a file; null where the user chose none. */
export const importProfile = (host: Host): Promise<ImportedProfile | null> =>
  host.call('import_profile');

/** Asks where to; the path, or null where the user named none. */
export const exportProfile = (host: Host, profile: ProfileId): Promise<string | null> =>
  host.call('export_profile', { profile });

/** Starts it as a conversation would, and leaves nothing behind. */
export const tryProfile = (host: Host, draft: ProfileDraft): Promise<Trial> =>
  host.call('try_profile', { draft });
