import type { Readable } from '#platform/streams.js';

/** Asks a Stacks node of this process. @throws DevnetError NOT_REACHABLE once it is closed */
export type AskRpc = (question: RpcQuestion) => Promise<RpcAnswer>;
/** A request of stacks-node's RPC; `target` is path and query as they were sent. */
export type RpcQuestion = {
  method: string;
  target: string;
  contentType?: string | undefined;
  authorization?: string | undefined;
  /** All headers, for a gateway. A node reads those above. */
  headers?: Record<string, string> | undefined;
  body?: Readable | Uint8Array | undefined;
};
export type RpcAnswer = { status: number; headers: Record<string, string>; body: Buffer | string };
