// Waiting for a state, never for a time.

const PATIENCE = 40_000;

/**
 * Asks again and again until the answer is neither false, null nor undefined, and returns it.
 * A question that throws counts as "not yet"; its last error is told when patience ends.
 * @template T
 * @param {string} what the state waited for, in words
 * @param {() => T | Promise<T>} question
 * @param {{ within?: number, every?: number, seen?: () => unknown | Promise<unknown> }} [options]
 *   `seen` describes what is there instead, for the error
 */
export async function until(what, question, { within = PATIENCE, every = 80, seen } = {}) {
  const deadline = Date.now() + within;
  let lastError;
  for (;;) {
    try {
      const answer = await question();
      if (answer !== false && answer !== null && answer !== undefined) return answer;
      lastError = undefined;
    } catch (error) {
      if (error?.final) throw error;
      lastError = error;
    }
    if (Date.now() > deadline) {
      const instead = seen ? `; there is: ${JSON.stringify(await Promise.resolve(seen()).catch(String), null, 1)}` : '';
      throw new Error(`waited ${within} ms for ${what}${instead}`, { cause: lastError });
    }
    await new Promise((resume) => setTimeout(resume, every));
  }
}
