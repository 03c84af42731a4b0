// Where the bench finds and leaves things.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const TOP = fileURLToPath(new URL('../../', import.meta.url));
export const TARGET = process.env.CARGO_TARGET_DIR ?? join(TOP, 'target');
/** The app as it is shipped, but for the baselines (feature `perf`); its two programs lie beside it. */
export const PARLEY = process.env.PARLEY_BINARY ?? join(TARGET, 'release/parley');
export const GUARDIAN = join(dirname(PARLEY), 'parley-guardian');
/** The harness of the window's tests asks for it by this name. */
process.env.PARLEY_BINARY = PARLEY;
export const OUT = join(TARGET, 'bench');
export const example = (name) => join(TARGET, 'release/examples', name);
