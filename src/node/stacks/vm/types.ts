import type { ContractInterface } from '../../../chains/stacks/codec/contract/contract-interface.js';
import type { PostCondition } from '../../../chains/stacks/codec/transaction/post-condition.js';
import type { SourcePosition } from '../../../chains/stacks/receipt/node-receipt.js';
import type { StateChange } from '../../../chains/stacks/state-change.js';
import type { CallTrace, FailureOrigin } from '../../../chains/stacks/trace/types.js';
import type { ContractOutline } from './coverage/coverage.js';
import type { Execution } from './coverage/tally.js';

/**
 * The Clarity VM as the Stacks node sees it. It runs in a worker thread; calls are executed one after another, in order.
 * Principals are c32 text, Clarity values serialized hex without 0x.
 */
export interface Vm {
  /** Stacks and burn height of the VM's tip. */
  readonly heights: { stacks: number; burn: number; tenure: number };
  /** Aborts, with the reason, if the thread crashes before `close`: then the VM no longer answers. */
  readonly lost: AbortSignal;
  /**
   * Opens the next block and runs transactions in it. `tenure` first advances the burn chain by one block. A deploy must be
   * alone in its block, and that block must not begin a tenure (the VM opens a block for it); neither may one with a signer set.
   * @throws DevnetError INVALID_INPUT for a block that breaks these rules
   */
  executeBlock(block: {
    tenure: boolean;
    /**
     * The hashes of the last burn blocks up to that of the tenure, oldest first, in display order, without 0x. Contracts read them. More than one
     * replace older ones. @default a hash of the height
     */
    burnHashes?: readonly string[] | undefined;
    /** When the burn block of the tenure was, in seconds since 1970. @default the interval of a burn block after the last */
    burnTime?: number | undefined;
    mints: readonly VmMint[];
    signers?: VmSignerSet | undefined;
    transactions: VmTransaction[];
    /** The cost limit of all together. @default no limit beyond each transaction's own */
    budget?: VmCost | undefined;
  }): Promise<VmBlock>;
  /** Executes a block as `executeBlock` does, records the calls of its last transaction, and undoes the block. */
  trace(block: Parameters<Vm['executeBlock']>[0]): Promise<CallTrace>;
  /** Executes a transaction in the open block, without an effect; a deploy opens one of its own. */
  simulate(transaction: VmTransaction): Promise<VmSimulation>;
  /** Every principal has an account. @throws DevnetError INVALID_INPUT for an invalid principal */
  account(principal: string): Promise<VmAccount>;
  /** Public functions work if they write nothing. The VM has no sponsors: code that may read one fails. */
  callReadOnly(call: {
    contract: string;
    fn: string;
    args: string[];
    sender: string;
    sponsor?: string | undefined;
    /** What the call may cost; a call that writes anything fails whatever the limit. @default a node's */
    limit?: VmCost | undefined;
    /** Removes the limits of cost and writes; the writes are undone. @default false */
    free?: boolean | undefined;
  }): Promise<VmReadResult>;
  /** Returns undefined for an unknown contract, variable, map or constant. A missing map key is `09` (none). */
  dataVar(contract: string, name: string): Promise<string | undefined>;
  mapEntry(contract: string, map: string, key: string): Promise<string | undefined>;
  constant(contract: string, name: string): Promise<string | undefined>;
  /** Returns the contract's interface as `GET /v2/contracts/interface` does. */
  contractInterface(contract: string): Promise<ContractInterface | undefined>;
  /** The unchanged source, and the Stacks height of its deploy; 0 for boot contracts. */
  contractSource(contract: string): Promise<ContractSource | undefined>;
  /** Returns the outline of a contract, or of one with this digest that was deployed once; undefined without `coverage`. */
  contractOutline(contract: string, digest?: string): Promise<ContractOutline | undefined>;
  /**
   * Holds the state by name; what is held for long may keep images of a few MB alive, at most eight. It costs nothing, unless it
   * is to be `ready`: then an image is taken, about 20 ms, if going back would mean more work than that.
   */
  capture(options?: { ready?: boolean | undefined }): Promise<VmCheckpoint>;
  /** Restores a held state, any number of times. @throws DevnetError INVALID_INPUT after its release */
  restore(checkpoint: VmCheckpoint): Promise<void>;
  release(checkpoint: VmCheckpoint): void;
  /**
   * Starts another VM, in a thread of its own, in the state of this one. Checkpoints stay here.
   * @param options.prepares whether to keep a thread ready for the next one @default true
   */
  fork(options?: { prepares?: boolean | undefined }): Promise<Vm>;
  /** What the VM does now; undefined if it waits for requests. */
  work(): VmWork | undefined;
  /** Ends the thread; pending calls reject with NOT_READY. */
  close(): Promise<void>;
}

/** A request that the VM works on: when it began, by `uptimeMs()`, and a promise that resolves when it ends. */
export type VmWork = { readonly since: number; readonly done: Promise<void> };

/** A payment to a principal at the start of a block, in micro-STX: `amount` is new, `fees` is taken from the fees paid so far. */
export type VmMint = { principal: string; amount: bigint; fees?: bigint | undefined };
/** The signers of a reward cycle, as the node writes them into the boot contract `signers`. */
export type VmSignerSet = {
  readonly cycle: number;
  /** The tenure in which they were chosen. */
  readonly tenureHeight: number;
  readonly signers: readonly { address: string; weight: bigint }[];
};

/** Amounts in micro-STX. */
export type VmAccount = {
  balance: bigint;
  locked: bigint;
  unlockHeight: number;
  /** The nonce that the account had when the chain of a fork began. @default 0 */
  firstNonce?: bigint | undefined;
};
export type VmCheckpoint = { readonly id: number; readonly heights: { stacks: number; burn: number; tenure: number } };

export type VmTransaction = {
  /** With 0x: events carry it. */
  txid: string;
  /** The sender, who pays the fee without a sponsor. */
  origin: string;
  sponsor?: string | undefined;
  fee: bigint;
  payload:
    | { type: 'transfer'; recipient: string; amount: bigint /** 34 bytes hex */; memo: string }
    | { type: 'call'; contract: string; fn: string; args: readonly string[] }
    | { type: 'deploy'; name: string; source: string; clarityVersion: number | undefined }
    | { type: 'state'; change: StateChange };
  postConditionMode: 'allow' | 'deny' | 'originator';
  postConditions: PostCondition[];
};

/** One result for each transaction, in order. */
export type VmBlock = { heights: { stacks: number; burn: number; tenure: number }; results: (VmResult | VmRejection | VmPostponement)[] };
/**
 * A transaction that cannot be in a block at all: it had no effect, no fee was taken, and a node drops it. `reason` says why:
 * the fee or the transfer is not covered, the contract exists already, the block's cost limit is exceeded.
 */
export type VmRejection = {
  status: 'invalid';
  reason: string;
  /** A later block may take it: what is missing is money. */
  mayRecover?: boolean | undefined;
  /** It exceeds the cost limit of a whole block. */
  tooExpensive?: boolean | undefined;
  /** The expression that made it fail, if one did. */
  origin?: FailureOrigin | undefined;
};
/** It did not fit into the block any more, or an earlier one of its origin or sponsor is not in it: no effect, and a later block may take it. */
export type VmPostponement = { status: 'postponed' };
export type VmCost = { readCount: number; readLength: number; runtime: number; writeCount: number; writeLength: number };
/** One transaction's outcome; `events` are the node's, without txid and index. */
export type VmResult = {
  status: 'success' | 'abort_by_response' | 'abort_by_post_condition';
  rawResult: string;
  /** As `/v3/transaction` shows it, for example `(ok true)`. */
  repr: string;
  events: { type: string; [detail: string]: unknown }[];
  vmError: string | null;
  /** The position of the error in the source of a deploy, if the VM reports it. */
  errorPosition?: SourcePosition | undefined;
  /** The expression that made it fail, if one did. */
  origin?: FailureOrigin | undefined;
  cost: VmCost;
  /** With `coverage`: the code that the transaction executed, or the contract that it deployed. */
  executed?: readonly Execution[] | undefined;
};
export type VmSimulation = { result: VmResult | VmRejection; trace: CallTrace };
export type ContractSource = { source: string; publishHeight: number };
export type VmReadResult = ({ okay: true; result: string } | { okay: false; cause: string }) & {
  /** With `coverage`: the code that the call executed. */
  executed?: readonly Execution[] | undefined;
};
