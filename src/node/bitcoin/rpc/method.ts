import type { NodeCore } from '../core.js';
import type { Arguments } from './arguments/arguments.js';
import type { Signature } from './arguments/parameter.js';
import type { Json } from './json/json.js';

/** A call that is being answered; `startedAt` in milliseconds of `performance.now()`. */
export type RunningCall = { method: string; startedAt: number };

/** What methods work on. */
export type MethodContext = {
  core: NodeCore;
  /** The calls that the server is answering. */
  running: Set<RunningCall>;
  /** The categories that `logging` switched on. */
  logged: Set<string>;
  /** When the server began to answer, in milliseconds of `performance.now()`. */
  startedAt: number;
  /** Calls `listener` when the client goes away, the server closes or the answer is sent. */
  onGone(listener: () => void): void;
  /** Lets the node stop once the answer is sent. */
  stop(): void;
};

/** The groups of `help`, in the order it lists them. */
export type Category = 'Blockchain' | 'Control' | 'Generating' | 'Mining' | 'Network' | 'Rawtransactions' | 'Signer' | 'Util' | 'Zmq';

/** One RPC: its parameters serve the checks, the named arguments and the help alike. */
export type Method = Signature & {
  category: Category;
  /** Left out of the list of `help`, as Core hides what is for tests. */
  hidden?: boolean | undefined;
  handler: (args: Arguments, context: MethodContext) => Json | Promise<Json>;
};
