// Where the bench finds and leaves things.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const TOP = fileURLToPath(new URL('../../', import.meta.url));
export const TARGET = process.env.CARGO_TARGET_DIR ?? join(TOP, 'target');
/** The app as it is shipped, but for the baselines (feature `perf`). */
export const PARLEY = join(TARGET, 'release/parley');
