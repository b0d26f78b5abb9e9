import type { DevnetErrorCode, DevnetErrorDetails } from './error.js';

/** What the origin of a fork answered. Undefined `found` means that the network has no such thing. */
export type ReadAnswer = { found: string | undefined } | { failure: { code: DevnetErrorCode; message: string } & DevnetErrorDetails };

/** Reads the origin of a fork. Every answer is immutable. */
export type OriginReader<Request> = {
  /** Returns what is stored already. */
  known(request: Request): { found: string | undefined } | undefined;
  /** Never rejects. */
  read(request: Request): Promise<ReadAnswer>;
  /** Stores what another answer says. */
  remember(request: Request, found: string): void;
};
