import { createHash } from 'node:crypto';
import { CallRecorder } from '#dist/clarity/trace/call-recorder.js';
import type { CallTrace } from '#dist/clarity/trace/types.js';
import type { PostCondition, Transaction } from '#dist/clarity/transaction/transaction.js';
import { contractPrincipal, parsePrincipal } from '#dist/clarity/values/principal.js';
import type { PrincipalValue } from '#dist/clarity/values/value.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { boot } from '#dist/stacks/node/boot.js';
import { BLOCK_INTERVAL, makeBlock } from '#dist/stacks/node/chain/block/block.js';
import { chainView } from '#dist/stacks/node/chain/block/chain-view.js';
import { epochAt } from '#dist/stacks/node/chain/epoch.js';
import { nextSortition } from '#dist/stacks/node/chain/state/sortition.js';
import { type ChainState, copyState } from '#dist/stacks/node/chain/state/state.js';
import { View } from '#dist/stacks/node/chain/state/view.js';
import type { BlockExecution, Postponement } from '#dist/stacks/node/clarity/block-execution.js';
import type { Refusal, Result } from '#dist/stacks/node/clarity/result.js';
import { changeState } from '#dist/stacks/node/clarity/state-change.js';
import { valueOfHex } from '#dist/stacks/node/clarity/transaction.js';
import { captureSnapshot, restoreSnapshot } from '#dist/stacks/node/snapshot.js';
import type { StacksNodeOptions, StacksSnapshot } from '#dist/stacks/node/types.js';
import type { StateChange } from '#dist/stacks/state-change.js';
import { burnBlock } from '../test-node.js';

export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const WALLET = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
/** Holds nothing at genesis. */
export const STRANGER = 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S';
export const BOOT = 'ST000000000000000000002AMW42H';
export const STX = 1_000_000n;
export const FUNDS = 100_000_000n * STX;

export const GENESIS = {
  balances: [
    { principal: DEPLOYER, amount: FUNDS },
    { principal: WALLET, amount: FUNDS },
  ],
  epoch: '3.4',
  pox: { rewardLength: 20, prepareLength: 5 },
};

/** A transaction before its nonces are known. */
export type Draft = Omit<Transaction, 'nonce' | 'sponsor'> & { readonly sponsor?: PrincipalValue | undefined };

type BlockOptions = {
  /** Whether the block begins a tenure, with a Bitcoin block. @default false */
  tenure?: boolean | undefined;
  /** The hash of that Bitcoin block. @default one for each height */
  burnHash?: string | undefined;
  /** Rewards. @default none */
  mints?: readonly { principal: string; amount: bigint }[] | undefined;
  /** @default none */
  transactions?: readonly Draft[] | undefined;
};

type ChainOptions = Partial<Omit<StacksNodeOptions, 'burnchain'>> & {
  /** The last Bitcoin block at genesis. @default 110 */
  burnHeight?: number | undefined;
  /** @default a hash for each height */
  burnHashes?: ((height: number) => string) | undefined;
};

/** A result with its events as a list. */
export function shown(result: Result | Refusal | Postponement | undefined): object | undefined {
  return result !== undefined && 'events' in result ? { ...result, events: [...result.events] } : result;
}

/** A chain of blocks with any transactions, without mempool, system transactions and RPC. */
export class TestChain {
  readonly state: ChainState;

  constructor(state: ChainState) {
    this.state = state;
  }

  /** The heights of the tip. */
  get heights(): { stacks: number; burn: number; tenure: number } {
    const { height, tenureHeight } = this.state.ledger.tip;
    return { stacks: height, burn: this.state.sortitions.tip.height, tenure: tenureHeight };
  }

  /** The state of the tip, to read. */
  get view(): View {
    return new View(this.state, this.state.ledger.tip);
  }

  /** Makes a block. Transactions that cannot be in it are left out. */
  block({ tenure = false, burnHash, mints = [], transactions = [] }: BlockOptions): (Result | Refusal | Postponement)[] {
    const { sortitions } = this.state;
    if (tenure) {
      const next = burnBlock(sortitions.tip.height + 1);
      sortitions.push(nextSortition(sortitions.tip, { ...next, hash: burnHash ?? next.hash, previousHash: sortitions.tip.burn.hash }));
    }
    return this.#produce((execution) => {
      const results = transactions.map((draft) => execution.run(complete(draft, execution)));
      for (const { principal, amount } of mints) execution.credit(parsePrincipal(principal), amount, amount);
      return results;
    });
  }

  /** Runs a transaction in a block of its own. */
  run(draft: Draft): Result | Refusal {
    const [result] = this.block({ transactions: [draft] });
    if (result === undefined || result.status === 'postponed') throw new Error(`a block without it: ${result?.status}`);
    return result;
  }

  /** Runs a transaction that must be in a block. */
  mine(draft: Draft): Result {
    const result = this.run(draft);
    if (result.status === 'invalid') throw new Error(`rejected: ${result.reason}`);
    return result;
  }

  mineOk(draft: Draft): Result {
    const result = this.mine(draft);
    if (result.status !== 'success') throw new Error(`${result.status} ${result.repr}: ${result.vmError}`);
    return result;
  }

  /** Changes the state in a block of its own, as the boot address. */
  change(content: StateChange): Result | Refusal {
    const [result] = this.#produce((execution) => [changeState(execution, parsePrincipal(BOOT), content)]);
    return result as Result | Refusal;
  }

  /** Runs a transaction in a block that is not kept. */
  trace(draft: Draft): { result: Result | Refusal; trace: CallTrace } {
    const { execution } = this.#begin();
    const { origin, payload } = draft;
    const recorder = new CallRecorder(payload.type === 'deploy' ? `${origin.text}.${payload.name}` : undefined);
    const result = execution.run(complete(draft, execution), { tracer: recorder });
    return { result: result as Result | Refusal, trace: recorder.result() };
  }

  async balance(principal: string): Promise<bigint> {
    return (await this.view.account(principal)).balance;
  }

  /** Calls a function that must succeed, of a contract of the deployer. @returns hex */
  async read(contract: string, fn: string, args: string[] = []): Promise<string> {
    const answer = await this.view.callReadOnly({ contract: `${DEPLOYER}.${contract}`, fn, args: args.map(valueOfHex), sender: WALLET });
    if (!answer.okay) throw new Error(answer.cause);
    return answer.result;
  }

  capture(): StacksSnapshot {
    return captureSnapshot(this.state);
  }

  restore(snapshot: StacksSnapshot): void {
    restoreSnapshot(this.state, snapshot);
  }

  fork(): TestChain {
    return new TestChain(copyState(this.state));
  }

  /** Begins a block of the tip's tenure, or of the next one if Bitcoin has a block more. */
  #begin() {
    const { vm, epochs, ledger, sortitions } = this.state;
    const parent = ledger.tip;
    const sortition = sortitions.tip;
    const beginsTenure = parent.sortition !== sortition;
    const position = {
      height: parent.height + 1,
      tenureHeight: parent.tenureHeight + (beginsTenure ? 1 : 0),
      time: Math.max(sortition.burn.time, parent.time) + BLOCK_INTERVAL,
      sortition,
    };
    const epoch = epochAt(epochs, sortition.height);
    const execution = vm.begin(parent.state, epoch, chainView(this.state, position));
    return { execution, header: { ...position, epoch, parent, beginsTenure } };
  }

  #produce<R extends Result | Refusal | Postponement>(run: (execution: BlockExecution) => R[]): R[] {
    const { execution, header } = this.#begin();
    const results = run(execution);
    const transactions = results.flatMap((result: Result | Refusal | Postponement, index) => {
      if (result.status === 'invalid' || result.status === 'postponed') return [];
      const txid = createHash('sha256').update(`${header.parent.indexHash} ${index} ${result.repr}`).digest('hex');
      return [{ raw: Buffer.alloc(0), txid, result }];
    });
    const nothing = { fees: 0n, matured: [], chosen: undefined, signedBy: undefined };
    this.state.ledger.push(makeBlock({ ...header, ...nothing, transactions, state: execution.after() }));
    return results;
  }
}

/** Starts a chain at Bitcoin block 110. */
export async function testChain({ burnHeight = 110, burnHashes, ...options }: ChainOptions = {}): Promise<TestChain> {
  const burnchain = Array.from({ length: burnHeight + 1 }, (_, height) => burnBlock(height));
  for (const [height, block] of burnchain.entries()) {
    block.hash = burnHashes?.(height) ?? block.hash;
    block.previousHash = burnchain[height - 1]?.hash ?? block.previousHash;
  }
  const { state } = await boot({ ...GENESIS, mining: 'manual', eventObservers: [], authToken: undefined, ...options, burnchain });
  return new TestChain(state);
}

function complete({ sponsor, ...draft }: Draft, { state }: BlockExecution): Transaction {
  const nonce = (principal: PrincipalValue) => state.account(principal).nonce;
  return { ...draft, nonce: nonce(draft.origin), sponsor: sponsor && { principal: sponsor, nonce: nonce(sponsor) } };
}

type Options = {
  /** @default the deployer */
  origin?: string | undefined;
  sponsor?: string | undefined;
  /** @default 1000n */
  fee?: bigint | undefined;
  /** @default 'allow' */
  postConditionMode?: Transaction['postConditionMode'] | undefined;
  /** @default none */
  postConditions?: readonly PostCondition[] | undefined;
};

function draft(payload: Transaction['payload'], options: Options = {}): Draft {
  const { origin = DEPLOYER, sponsor, fee = 1000n, postConditionMode = 'allow', postConditions = [] } = options;
  const payer = sponsor === undefined ? undefined : parsePrincipal(sponsor);
  return { payload, origin: parsePrincipal(origin), sponsor: payer, fee, postConditionMode, postConditions };
}

export function transfer(recipient: string, amount: bigint, { memo = '', ...options }: Options & { memo?: string } = {}): Draft {
  const padded = Buffer.concat([Buffer.from(memo), Buffer.alloc(34)], 34);
  return draft({ type: 'transfer', recipient: parsePrincipal(recipient), amount, memo: padded }, options);
}

export function deploy(name: string, source: string, { clarityVersion, ...options }: Options & { clarityVersion?: number } = {}): Draft {
  return draft({ type: 'deploy', name, source, version: clarityVersion as ClarityVersion | undefined }, options);
}

/** @param contract of the deployer, if it has no address @param args hex */
export function call(contract: string, fn: string, args: string[] = [], options: Options = {}): Draft {
  const id = contract.includes('.') ? parsePrincipal(contract) : contractPrincipal(parsePrincipal(DEPLOYER), contract);
  return draft({ type: 'call', contract: id, fn, args: args.map(valueOfHex) }, options);
}

export function uint(value: number | bigint): string {
  return `01${value.toString(16).padStart(32, '0')}`;
}

/** Serialized principals. */
export const PRINCIPAL = {
  [DEPLOYER]: '051a6d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce',
  [WALLET]: '051a7321b74e2b6a7e949e6c4ad313035b1665095017',
  [STRANGER]: '051afc7250a211deddc70ee5a2738de5f07817351cef',
} as const;
