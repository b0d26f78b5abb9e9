import type { DevnetErrorCode, DevnetErrorDetails } from '../error.js';

/** What the origin of a fork answered. Undefined `found` means that the network has no such thing. */
export type ReadAnswer = { found: string | undefined } | { failure: { code: DevnetErrorCode; message: string } & DevnetErrorDetails };
