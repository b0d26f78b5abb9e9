import type { DevnetErrorCode } from '../../base/error.js';
import type { Capability } from '../../stacks/engine.js';
import type { Codec, Fields, InOf, InputOf } from './codec.js';
import type { Naming, Network } from './network.js';

/** How an operation is called over HTTP. A path starts below `/devnet/v1`, and has parameters as `:name`. */
export type Http = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The name in the OpenAPI document, unique in it. @default that of the operation without its group */
  id?: string | undefined;
  /** The header that has a field, by field: in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The status of success. @default 204 without an answer, else 200 */
  status?: 201 | undefined;
  /** The field of the answer that ends the path of what was made: the header `Location`. */
  location?: string | undefined;
  /** The path above it. @default that of the request */
  locationOf?: string | undefined;
  /** The operation that makes the answer, after this one. @default this one */
  answers?: string | undefined;
  /** The longest body, in bytes. @default 64 KiB */
  bodyLimit?: number | undefined;
  /** The field that is the whole body, where that is no object of the fields. */
  body?: string | undefined;
  /** Parameters of the request that are no fields, because the operation has its own value for them. */
  fixed?: Readonly<Record<string, string | null>> | undefined;
  /** Whether another row has the route: this one only asks it. */
  shared?: boolean | undefined;
  /** Whether the answer may take longer than one usually does. @default whether the method changes something */
  slow?: boolean | undefined;
};

/** How an operation is called on the command line. What it prints is in `cli/say`. */
export type CommandLine = {
  /** The words of the command, such as `state stx`. */
  command: string;
  /** The fields that are arguments, in their order. The others are flags. @default the positional ones */
  args?: readonly string[] | undefined;
  /** Other names of flags, by field. @default the name of the field with hyphens */
  flags?: Readonly<Record<string, string>> | undefined;
  /** What help shows below the flags. */
  help?: string | undefined;
  /** Whether the command is written by hand: the row only names it. */
  byHand?: boolean | undefined;
  /** The words behind the command for these fields, where they are neither arguments nor flags. */
  words?: ((fields: Readonly<Record<string, unknown>>) => readonly string[]) | undefined;
};

/** What a tool may do: hints for clients, which ask people before they call tools that change something. */
export type Effect = 'reads' | 'changes' | 'destroys';

/**
 * One thing that a network can do. Every door is made from these rows: the functions of `startDevnet()` and `connectDevnet()`, routes and
 * the OpenAPI document, commands, tools of agents, and the reference.
 */
export type Operation<F extends Fields, P extends readonly string[], Result, Value, Run> = {
  /** What it does, in one line: "Set the nonce of an account". */
  summary: string;
  effect: Effect;
  input: F;
  /** The fields that code passes by position. The others are options: an object at the end. */
  positional: P;
  /** The answer; undefined if there is none. */
  output: Codec<never, Result> | undefined;
  /** What the call in code returns of the answer. @default the answer */
  value?: ((answer: Result, perform: Perform) => Value) | undefined;
  /** Besides those that each operation may have: INVALID_INPUT, NOT_READY, NOT_REACHABLE, FORBIDDEN. */
  errors: readonly DevnetErrorCode[];
  /** What not every network can. Without it, the operation throws UNSUPPORTED. */
  needs?: Capability | undefined;
  /** Completes "the wait for …" for its positional fields. It then takes `timeoutMs` and `signal`. */
  waitsFor?: ((...positional: never[]) => string) | undefined;
  /** Makes what is sent from what callers passed, where that needs the types of a contract. */
  prepare?: ((naming: Naming, input: never) => Promise<Readonly<Record<string, unknown>>>) | undefined;
  /** How code asks it where it has no function of this name, such as `devnet.simulate(request)`; false if it cannot. @default the function */
  inCode?: string | false | undefined;
  http?: Http | undefined;
  cli?: CommandLine | undefined;
  /** The tool of agents that is this operation alone. The tool `operation` reaches every row. @default none */
  tool?: string | undefined;
  run: Run;
};

// biome-ignore lint/suspicious/noExplicitAny: any row of the table.
export type AnyOperation = Operation<any, any, any, any, any>;

/** Does an operation with its fields by name, and returns its answer. */
export type Perform = (row: AnyOperation, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The arguments of a call: the positional fields, then the options if there are any. */
type ArgumentsOf<F extends Fields, P extends readonly (keyof F)[]> = [
  ...{ [Index in keyof P]: P[Index] extends keyof F ? ArgumentOf<F[P[Index]]> : never },
  ...(Exclude<keyof F, P[number]> extends never ? [] : OptionsOf<Omit<F, P[number]>>),
];
type ArgumentOf<C> = C extends { readonly optional: true } ? InOf<C> | undefined : InOf<C>;
/** Options of which none has to be given may be absent. */
type OptionsOf<F extends Fields> = Record<never, never> extends InputOf<F> ? [options?: InputOf<F>] : [options: InputOf<F>];

/**
 * Declares a row. `run` names its parameters: editors show these names.
 * @example
 * setNonce: operation({
 *   summary: "Set the nonce of an account's next transaction",
 *   effect: 'changes',
 *   input: { principal: text('an account'), nonce: amount('a whole number') },
 *   positional: ['principal', 'nonce'],
 *   output: receipt,
 *   errors: ['UNSUPPORTED'],
 *   http: { method: 'POST', path: '/state/nonce' },
 *   run: (network, principal, nonce) => network.state.setNonce(principal, nonce),
 * })
 */
export function operation<
  const F extends Fields,
  const P extends readonly (keyof F & string)[],
  Result,
  Run extends (network: Network, ...args: ArgumentsOf<F, P>) => Promise<Result>,
  Value = Result,
>(row: Operation<F, P, Result, Value, Run>): Operation<F, P, Result, Value, Run> {
  return row;
}

/** The function that an operation is in code. Arguments of which the first may be absent may all be. */
type CallOf<Row> =
  Row extends Operation<infer _F, infer _P, infer Result, infer Value, infer Run>
    ? Run extends (network: never, ...args: infer Arguments) => Promise<infer Answer>
      ? (
          ...args: undefined extends Arguments[0] ? Partial<Arguments> : Arguments
        ) => Promise<[Value] extends [Result] ? ([Result] extends [Value] ? Answer : Value) : Value>
      : never
    : never;

/** Rows by name, and groups of them. */
export type Table = { readonly [name: string]: AnyOperation | Table };

/** The functions of a table. The mapping keeps the docstrings of its rows. */
export type ApiOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends AnyOperation ? CallOf<Table[Name]> : ApiOf<Table[Name]>;
};
