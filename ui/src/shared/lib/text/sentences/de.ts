import { archive } from './archive.de';
import { host } from './host.de';
import { wording } from './matching';
import { nib } from './nib.de';
import { perMessage } from './per-message.de';
import { programs } from './programs.de';
import { protocols } from './protocols.de';
import { shell } from './shell.de';

/** All that the host words itself, in German. */
export const sentences: Readonly<Record<string, string>> = {
  ...archive,
  ...host,
  ...nib,
  ...perMessage,
  ...programs,
  ...protocols,
  ...shell,
};

export const german = wording(sentences);
