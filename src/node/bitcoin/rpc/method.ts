import type { NodeCore } from '../core.js';
import type { Arguments } from './arguments.js';
import type { Json } from './json.js';

/** The kinds of parameter by the names that `help` has for them. `amount` is a number or a string in bitcoin, `range` a number or [begin, end]. */
export type ParameterType = 'string' | 'hex' | 'numeric' | 'amount' | 'boolean' | 'range' | 'array' | 'object' | 'any';

export type Parameter = {
  /** Further names that callers may use, behind a `|`: `verbosity|verbose`. */
  name: string;
  type: ParameterType;
  description: string;
  /** What the usage line shows. @default the name, quoted for text */
  usage?: string | undefined;
  /** Optional when given; `''` for a parameter without a default. */
  default?: string | undefined;
  /** The keys of an object that callers by name may also give beside the other arguments. */
  members?: string[] | undefined;
  /** Left out of the help. */
  hidden?: boolean | undefined;
  /** For parameters that take several types and whose method checks them itself. */
  unchecked?: boolean | undefined;
};

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
export type Method = {
  name: string;
  category: Category;
  description: string;
  parameters: Parameter[];
  /** What comes back, for the help. */
  result: string;
  /** Left out of the list of `help`, as Core hides what is for tests. */
  hidden?: boolean | undefined;
  handler: (args: Arguments, context: MethodContext) => Json | Promise<Json>;
};

/** The first of a parameter's names. */
export function mainName({ name }: Parameter): string {
  return name.split('|')[0] ?? name;
}
