import type { WaitOptions } from '../../../base/wait.js';
import type { PostCondition } from '../../../clarity/stacks-js.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';

/**
 * The types of contracts by name or id. The file that `stacks-devnet types` writes adds them; without it `devnet.contract` takes every
 * name and value.
 */
// biome-ignore lint/suspicious/noEmptyInterface: generated declarations of the user's contracts are merged into it
export interface Contracts {}

/** What the compiler knows of a contract: an entry of {@link Contracts}. Arguments are by name (`args`) or in order (`list`). */
export type ContractTypes = {
  calls: { [fn: string]: { args: object; list: readonly unknown[]; ok: unknown; err: unknown } };
  reads: { [fn: string]: { args: object; list: readonly unknown[]; result: unknown } };
  maps: { [name: string]: { key: unknown; value: unknown } };
  variables: { [name: string]: unknown };
  constants: { [name: string]: unknown };
};

/** A name that `devnet.contract` takes: any, or with declarations those in {@link Contracts} and ids such as `ST….name`. */
export type ContractName = keyof Contracts extends never ? string : (keyof Contracts & string) | `${string}.${string}`;
/** The client of a contract: checked by the compiler if {@link Contracts} has it. */
export type ContractClient<Name extends string = string> = Name extends keyof Contracts
  ? Contracts[Name] extends ContractTypes
    ? TypedContract<Contracts[Name]>
    : LooseContract
  : LooseContract;

/** An account that can sign, such as `devnet.accounts.wallet_1`. */
export type SigningAccount = { readonly privateKey: string };

/** How to send a transaction of an account. */
export type SendOptions<Wait extends boolean = boolean, Expect extends ExpectedOutcome = ExpectedOutcome> = WaitOptions & {
  /** Who signs: the name of an account, an account, or a private key as hex. */
  as: string | SigningAccount;
  /** Micro-STX. @default 3000, or 1 for each byte of a larger transaction */
  fee?: bigint | undefined;
  /** Wait for the block. @default true */
  wait?: Wait | undefined;
  /**
   * `'ok'` rejects with FAILED if the transaction does not succeed, with the reason and the place. Not with `wait: false`. @default a
   * failure resolves
   */
  expect?: Expect | undefined;
};

/** How a transaction has to end. */
export type ExpectedOutcome = 'ok' | undefined;

/** How to call a public function. */
export type CallOptions<Wait extends boolean = boolean, Expect extends ExpectedOutcome = ExpectedOutcome> = SendOptions<Wait, Expect> & {
  /** Conditions on transfers, as `Pc` of stacks.js builds them, or serialized as hex. @default none */
  postConditions?: readonly (PostCondition | string)[] | undefined;
  /** Whether the call may transfer assets that no post-condition names. @default 'deny' with post-conditions, else 'allow' */
  postConditionMode?: 'allow' | 'deny' | undefined;
};

/** How to call a read-only function. */
export type ReadOptions = {
  /** Who is `tx-sender`: the name of an account, an account, a private key, or an address. @default the address of the contract */
  as?: string | SigningAccount | undefined;
};

/** A response of Clarity: exactly one side is set. */
export type ContractResponse<Ok = unknown, Err = unknown> = { ok: Ok; err?: undefined } | { err: Err; ok?: undefined };

/**
 * The receipt of a call. An abort resolves, too: see `status`. `value` is what the function returned; undefined if it failed at runtime.
 * Post-conditions are checked at the end, so that a call which they abort has a value.
 */
export type CallReceipt<Ok = unknown, Err = unknown> = Omit<StacksTxReceipt, 'status'> &
  (
    | { status: 'success'; value: { ok: Ok; err?: undefined } }
    | { status: 'abort_by_response'; value: { err: Err; ok?: undefined } | undefined }
    | { status: 'abort_by_post_condition'; value: { ok: Ok; err?: undefined } | undefined }
  );

/** What a call resolves to: its receipt, or with `wait: false` its txid with 0x. With `expect: 'ok'`, the receipt is that of a success. */
export type Called<Wait extends boolean, Receipt, Expect extends ExpectedOutcome = undefined> = Wait extends false
  ? string
  : Expect extends 'ok'
    ? Receipt & { status: 'success' }
    : Receipt;

/** A contract whose interface the compiler does not know. Wrong names and values reject with INVALID_INPUT. */
export interface LooseContract {
  /** `ST….name`. */
  readonly id: string;
  /**
   * Signs and sends a call of a public function, and waits for its receipt. An aborted call resolves, as `waitForTx` does, unless `expect`
   * is 'ok'.
   * @param args by name or in order
   * @throws DevnetError INVALID_INPUT, NOT_FOUND without the contract, REJECTED by the node, TIMEOUT, FAILED with `expect`, and
   * as `waitForTx`
   */
  call<Ok = unknown, Err = unknown, Wait extends boolean = true, Expect extends ExpectedOutcome = undefined>(
    fn: string,
    args: LooseArguments,
    options: CallOptions<Wait, Expect>,
  ): Promise<Called<Wait, CallReceipt<Ok, Err>, Expect>>;
  /** Calls a read-only function in the state of the tip. @throws DevnetError INVALID_INPUT, NOT_FOUND, RPC if it fails at runtime */
  read<Result = unknown>(fn: string, args?: LooseArguments, options?: ReadOptions): Promise<Result>;
  /** Returns the value of a map at a key; null without an entry. @throws DevnetError INVALID_INPUT, NOT_FOUND */
  map<Value = unknown>(name: string, key: unknown): Promise<Value | null>;
  /** Returns the value of a data variable. @throws DevnetError INVALID_INPUT, NOT_FOUND */
  variable<Value = unknown>(name: string): Promise<Value>;
  /** Returns the value of a constant. @throws DevnetError INVALID_INPUT, NOT_FOUND */
  constant<Value = unknown>(name: string): Promise<Value>;
}

/** Arguments by name or in order. */
export type LooseArguments = readonly unknown[] | { readonly [name: string]: unknown };

/** As {@link LooseContract}, with names, arguments and results that the compiler checks. */
export interface TypedContract<C extends ContractTypes> {
  readonly id: string;
  call<Fn extends keyof C['calls'] & string, Wait extends boolean = true, Expect extends ExpectedOutcome = undefined>(
    fn: Fn,
    args: ArgumentsOf<C['calls'][Fn]>,
    options: CallOptions<Wait, Expect>,
  ): Promise<Called<Wait, CallReceipt<C['calls'][Fn]['ok'], C['calls'][Fn]['err']>, Expect>>;
  read<Fn extends keyof C['reads'] & string>(fn: Fn, ...rest: ReadParameters<C['reads'][Fn]>): Promise<C['reads'][Fn]['result']>;
  map<Name extends keyof C['maps'] & string>(name: Name, key: C['maps'][Name]['key']): Promise<C['maps'][Name]['value'] | null>;
  variable<Name extends keyof C['variables'] & string>(name: Name): Promise<C['variables'][Name]>;
  constant<Name extends keyof C['constants'] & string>(name: Name): Promise<C['constants'][Name]>;
}

type FunctionTypes = { args: object; list: readonly unknown[] };
type ArgumentsOf<Fn extends FunctionTypes> = Fn['args'] | Readonly<Fn['list']>;
type ReadParameters<Fn extends FunctionTypes> = Fn['list'] extends readonly []
  ? [args?: ArgumentsOf<Fn>, options?: ReadOptions]
  : [args: ArgumentsOf<Fn>, options?: ReadOptions];

/** A contract to deploy. */
export type DeployRequest<Wait extends boolean = boolean, Expect extends ExpectedOutcome = ExpectedOutcome> = SendOptions<Wait, Expect> & {
  name: string;
  /** Clarity source. Line ends of Windows become line feeds. */
  source: string;
  /** 1 … 6. @default the newest of the epoch */
  clarityVersion?: number | undefined;
};
/** The receipt of a deployment, and the id of the contract. */
export type DeployReceipt = StacksTxReceipt & { contract: string };

/** STX to send. */
export type TransferRequest<Wait extends boolean = boolean, Expect extends ExpectedOutcome = ExpectedOutcome> = SendOptions<
  Wait,
  Expect
> & {
  /** The name of an account, or a testnet address or contract. */
  to: string;
  /** Micro-STX: a bigint, or a number that is a safe integer. */
  amount: bigint | number;
  /** At most 34 bytes. @default '' */
  memo?: string | undefined;
};
