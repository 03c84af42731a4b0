/** How much something matters, by its colour. */
export type Tone = 'plain' | 'accent' | 'ok' | 'wait' | 'bad';
