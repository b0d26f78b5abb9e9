import type { DevnetEvent } from '../data.js';

/** Events of which nobody knows: no gateway ran. */
type GapEvent = { type: 'gap' };
/** An event of a feed. */
export type FeedItem = DevnetEvent | GapEvent;
