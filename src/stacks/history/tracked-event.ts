import type { EngineEvent } from '../engine/engine-event.js';

declare const seenBy: unique symbol;

/** Marks, for the compiler alone, an event that these parts have taken in. */
export type SeenBy<Part extends string> = { readonly [seenBy]: Readonly<Record<Part, true>> };

/** An event that all trackers know, so that what they say includes it. */
export type TrackedEvent = EngineEvent & SeenBy<'bitcoin' | 'history' | 'stacks'>;

/**
 * Calls `listener` for every event, after the trackers. Who reads a tracker when an event comes takes this, not `engine.subscribe`, whose
 * listeners may run before the trackers. @returns a function that ends it
 */
export type SubscribeTracked = (listener: (event: TrackedEvent) => void) => () => void;
