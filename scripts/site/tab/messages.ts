import type { Devnet } from '../../../src/network/types.js';

/** What the worker needs of a network. */
export type Network = Pick<Devnet, 'fetch' | 'subscribe'>;

/** What the code has written to its console. */
export type Line = { isError: boolean; text: string };
/** The most lines that are kept. */
export const KEPT_LINES = 1_000;

/** From the worker of the code to the page. */
export type Report =
  | { type: 'network' }
  | { type: 'transactions'; txids: string[] }
  | { type: 'lines'; lines: Line[] }
  | { type: 'finished' }
  | { type: 'failed'; message: string; line: number | undefined };

/** From the page to the worker: a request for the network. */
export type Question = { path: string; init: Pick<RequestInit, 'method' | 'headers' | 'body'> };

/** The messages of one answer. */
export type Answer = { status: number; headers: [string, string][] } | { error: string } | Uint8Array<ArrayBuffer> | 'end';
