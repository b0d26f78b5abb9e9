import type { NodeCore } from '../core.js';
import type { Arguments } from './arguments/arguments.js';
import type { Signature } from './arguments/parameter.js';
import type { Json } from './json/json.js';

/** A running call; `startedAt` as `uptimeMs()` gives it. */
export type RunningCall = { method: string; startedAt: number };

/** The context of a call. */
export type MethodContext = {
  core: NodeCore;
  /** The running calls of the server. */
  running: Set<RunningCall>;
  user: string;
  /** Whether the user may call a method (`-rpcwhitelist`). */
  mayCall(method: string): boolean;
  /** The start of the server, as `uptimeMs()` gives it. */
  startedAt: number;
  /** The wallet that the path of the request names, if it does. */
  walletName: string | undefined;
  /** Calls `listener` when the client disconnects, the server closes or the reply is sent. */
  onGone(listener: () => void): void;
  /** Stops the node once the reply is sent. */
  stop(): void;
};

/** The groups of `help`, in its order. */
export type Category =
  | 'Blockchain'
  | 'Control'
  | 'Generating'
  | 'Mining'
  | 'Network'
  | 'Rawtransactions'
  | 'Signer'
  | 'Util'
  | 'Wallet'
  | 'Zmq';

/** An RPC method. Its parameters define the checks, the named arguments and the help. */
export type Method = Signature & {
  category: Category;
  /** Omitted from the list of `help`, as Core omits methods for tests. */
  hidden?: boolean | undefined;
  handler: (args: Arguments, context: MethodContext) => Json | Promise<Json>;
};
