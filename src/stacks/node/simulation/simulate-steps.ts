import { DevnetError, invalid } from '../../../base/error.js';
import { toJson } from '../../../base/json.js';
import { untilComplete } from '../../../base/missing.js';
import { createTurns } from '../../../base/turns.js';
import { uptimeMs } from '../../../base/uptime.js';
import type { State } from '../../../clarity/state.js';
import type { Transaction } from '../../../clarity/transaction.js';
import { parsePrincipal } from '../../../clarity/values.js';
import type { ClarityVersion } from '../../../clarity/version.js';
import { sha512_256 } from '../../protocol/codec/hash.js';
import { decodeTransaction } from '../../protocol/codec/transaction/transaction.js';
import { extendReceipt } from '../../protocol/receipt/lazy-events.js';
import type { ContractOverride, SimulationStep, StepOutcome, StepsOutcome, StepsRequest } from '../../protocol/trace/simulation-steps.js';
import { BLOCK_INTERVAL, makeBlock } from '../chain/block/block.js';
import type { ExecutedTransaction } from '../chain/block/mined-transaction.js';
import { epochAt } from '../chain/epoch.js';
import { signersOf } from '../chain/pox/signer-set.js';
import { beginBlock } from '../chain/production/begin-block.js';
import { produceBlock } from '../chain/production/produce.js';
import { nextSortition } from '../chain/state/sortition.js';
import { type ChainState, copyState } from '../chain/state/state.js';
import type { BlockExecution } from '../clarity/block-execution.js';
import type { Subject } from '../clarity/debug/debug-run.js';
import { subjectOf } from '../clarity/debug/subject.js';
import { ForkSourceFailure } from '../clarity/fork-source/failure.js';
import { deployError } from '../clarity/not-deployed.js';
import { Irreplaceable, replaceContract } from '../clarity/replace-contract.js';
import { changeState } from '../clarity/state-change.js';
import { clarityTransaction, valueOfHex } from '../clarity/transaction.js';
import { describeExecuted, withNextNonces } from '../trace.js';
import { evaluateExpression } from './evaluate.js';
import { Differences } from './state-difference.js';

/** How long a simulated Bitcoin block takes, in seconds. */
const BURN_INTERVAL = 600;

/** What one simulation may take: no block is made meanwhile, and its answer is in the memory. */
type Limits = {
  /** In ms. */
  time: number;
  /** Of the answer as JSON. */
  characters: number;
};
const LIMITS: Limits = { time: 300_000, characters: 64_000_000 };

/**
 * Executes steps one after another on a copy of the chain, which nothing else ever sees. Transactions share a block until a step mines.
 * @param onTransaction called before each transaction with what a debugger needs to execute it again
 * @throws DevnetError INVALID_INPUT for a height that the chain does not have, for an override that cannot be, and for steps with too long
 * an answer; TIMEOUT for steps that take too long
 */
export async function simulateSteps(
  state: ChainState,
  { at, overrides, steps }: StepsRequest,
  onTransaction?: ((subject: Subject) => void) | undefined,
  limits = LIMITS,
): Promise<StepsOutcome> {
  const chain = copyState(state);
  const nextTurn = createTurns();
  const begun = uptimeMs();
  let characters = 0;
  try {
    goTo(chain, at);
    chain.pool.restore([]);
    const pause = async (index: number): Promise<void> => {
      await nextTurn();
      if (uptimeMs() - begun > limits.time) throw beyond('TIMEOUT', index, `takes more than ${limits.time} ms`);
    };
    const run = new StepRun(chain, await openBlock(chain), onTransaction);
    const start = run.block;
    for (const [index, override] of overrides.entries()) {
      await run.override(override, index);
      await pause(0);
    }
    const outcomes: StepOutcome[] = [];
    for (const [index, step] of steps.entries()) {
      const outcome = await run.step(step, () => pause(index));
      characters += toJson(outcome).length;
      if (characters > limits.characters) {
        throw beyond('INVALID_INPUT', index, `has an answer of more than ${limits.characters} characters, with traces and changes`);
      }
      outcomes.push(outcome);
      await pause(index);
    }
    return { at: start, steps: outcomes };
  } finally {
    await chain.vm.close();
  }
}

function beyond(code: 'TIMEOUT' | 'INVALID_INPUT', index: number, what: string): DevnetError {
  const field = `steps[${index}]`;
  const hint = 'Simulate fewer steps at a time.';
  return new DevnetError(code, `${field}: the simulation ${what}. ${hint}`, { field, hint });
}

function goTo({ ledger, sortitions }: ChainState, at: number | undefined): void {
  if (at === undefined || at === ledger.tip.height) return;
  const block = ledger.at(at);
  if (block?.parent === undefined) throw invalid('at', `a Stacks height from ${ledger.first.height + 1} to ${ledger.tip.height}`, at);
  sortitions.switchTo(block.sortition);
  ledger.switchTo(block);
}

/** A block that is not finished. */
type OpenBlock = {
  position: Awaited<ReturnType<typeof nextPosition>>;
  execution: BlockExecution;
  executed: ExecutedTransaction[];
  fees: bigint;
};

async function openBlock(chain: ChainState): Promise<OpenBlock> {
  const position = nextPosition(chain);
  return { position, execution: await beginBlock(chain, chain.ledger.tip, position), executed: [], fees: 0n };
}

/** The next block of the tenure. */
function nextPosition({ ledger: { tip } }: ChainState) {
  return { height: tip.height + 1, tenureHeight: tip.tenureHeight, time: tip.time + BLOCK_INTERVAL, sortition: tip.sortition };
}

class StepRun {
  readonly #chain: ChainState;
  readonly #onTransaction: ((subject: Subject) => void) | undefined;
  readonly #differences = new Differences();
  #open: OpenBlock;
  #count = 0;
  /** Whether the open block has something in it. */
  #isDirty = false;

  constructor(chain: ChainState, open: OpenBlock, onTransaction: ((subject: Subject) => void) | undefined) {
    this.#chain = chain;
    this.#onTransaction = onTransaction;
    this.#open = open;
  }

  get block(): { height: number; burnHeight: number } {
    const { height, sortition } = this.#chain.ledger.tip;
    return { height, burnHeight: sortition.height };
  }

  async override(change: StepsRequest['overrides'][number], index: number): Promise<void> {
    const { execution } = this.#open;
    this.#isDirty = true;
    if (change.type === 'contract-code') return this.#replace(change, index);
    const result = await untilComplete(() => changeState(execution, parsePrincipal(this.#chain.network.bootAddress), change));
    if (result.status === 'invalid') throw invalid(`overrides[${index}]`, 'a change that the state allows', change.type, result.reason);
  }

  async #replace(change: ContractOverride, index: number): Promise<void> {
    try {
      await untilComplete(() => replaceContract(this.#open.execution, change));
    } catch (error) {
      if (error instanceof ForkSourceFailure) throw error;
      const reason = error instanceof Irreplaceable ? error.message : deployError(error);
      throw invalid(`overrides[${index}]`, 'code that the contract can have', change.contract, reason);
    }
  }

  /** @param pause what a step of many parts awaits between them */
  async step(step: SimulationStep, pause: () => Promise<void>): Promise<StepOutcome> {
    const { execution } = this.#open;
    const before = execution.after();
    switch (step.type) {
      case 'mine': {
        for (let n = 0; n < step.blocks; n++) {
          await (step.chain === 'stacks' ? this.#mineStacks() : this.#mineBitcoin());
          await pause();
        }
        return { type: 'mine', block: this.block, changes: this.#changes(before) };
      }
      case 'evaluate':
        return untilComplete(() => evaluateExpression(execution, step));
      default: {
        const transaction = await untilComplete(() => transactionOf(step, execution));
        this.#onTransaction?.(subjectOf(execution, transaction));
        const { result, trace } = await this.#chain.vm.queries.execute(execution, transaction, { records: 'calls' });
        if ('cost' in result) {
          const txid = sha512_256(Buffer.from(`simulated step ${this.#count++}`)).toString('hex');
          this.#open.executed.push({ raw: Buffer.alloc(0), txid, result });
          this.#open.fees += transaction.fee;
          this.#isDirty = true;
        }
        const refused = result.status === 'postponed' ? FULL : result;
        const described = describeExecuted(refused, Buffer.alloc(0), trace);
        return extendReceipt({ type: step.type }, extendReceipt(described, { changes: this.#changes(before) }));
      }
    }
  }

  async #mineStacks(): Promise<void> {
    const { position, execution, executed, fees } = this.#open;
    const { ledger } = this.#chain;
    const nothing = { matured: [], chosen: undefined, beginsTenure: false };
    const epoch = epochAt(this.#chain.epochs, position.sortition.height);
    const signedBy = signersOf(this.#chain, position.sortition);
    ledger.push(
      makeBlock({ ...position, ...nothing, epoch, parent: ledger.tip, transactions: executed, fees, signedBy, state: execution.after() }),
    );
    this.#open = await openBlock(this.#chain);
    this.#isDirty = false;
  }

  /** Mines what is open, then the block of the new tenure. */
  async #mineBitcoin(): Promise<void> {
    const { sortitions } = this.#chain;
    if (this.#isDirty) await this.#mineStacks();
    const { burn } = sortitions.tip;
    const hash = sha512_256(Buffer.from(burn.hash, 'hex')).toString('hex');
    const tenure = nextSortition(sortitions.tip, {
      height: burn.height + 1,
      hash,
      previousHash: burn.hash,
      time: burn.time + BURN_INTERVAL,
    });
    sortitions.push(tenure);
    await produceBlock(this.#chain, { tenure, entries: [] });
    this.#open = await openBlock(this.#chain);
  }

  #changes(before: State) {
    return this.#differences.between(before, this.#open.execution.after(), this.#open.execution.clock);
  }
}

const FULL = { status: 'invalid', reason: 'the block is full: a step that mines must come before' } as const;

type TransactionStep = Exclude<SimulationStep, { type: 'mine' | 'evaluate' }>;

/** Unsigned transactions cost no fee. */
function transactionOf(step: TransactionStep, { state }: BlockExecution): Transaction {
  if (step.type === 'transaction') return withNextNonces(clarityTransaction(decodeTransaction(step.raw)), state);
  const origin = parsePrincipal(step.sender);
  const common = { origin, nonce: state.account(origin).nonce, fee: 0n, postConditionMode: 'allow', postConditions: [] } as const;
  switch (step.type) {
    case 'call':
      return {
        ...common,
        payload: { type: 'call', contract: parsePrincipal(step.contract), fn: step.fn, args: step.args.map(valueOfHex) },
      };
    case 'transfer':
      return {
        ...common,
        payload: { type: 'transfer', recipient: parsePrincipal(step.recipient), amount: step.amount, memo: new Uint8Array(34) },
      };
    case 'deploy': {
      const { name, source, clarityVersion } = step;
      return { ...common, payload: { type: 'deploy', name, source, version: clarityVersion as ClarityVersion | undefined } };
    }
  }
}
