import { parsePrincipal } from '../../../chains/stacks/codec/principal.js';
import type { CallTrace } from '../../../chains/stacks/trace/types.js';
import { DevnetError, invalid } from '../../../error.js';
import type { Counter } from './coverage/counter.js';
import { createCoverage } from './coverage/coverage.js';
import type { Execution } from './coverage/tally.js';
import type { Contracts } from './execution/contracts.js';
import { addCosts, exceeds } from './execution/cost.js';
import { executeTransaction } from './execution/transaction.js';
import type { History, Point } from './image/history.js';
import { toPortable } from './image/memory-image.js';
import { MAX_MINT } from './machine/limits.js';
import { FEE_SINK } from './machine/principals.js';
import { isNakamoto, NO_COST, type Outcome } from './machine/session.js';
import type { VmMethods } from './messages.js';
import { OriginFailure } from './origin/origin-failure.js';
import { readAccount } from './reads/account.js';
import * as reads from './reads/reads.js';
import type { Vm, VmBlock, VmCost, VmMint, VmPostponement, VmRejection, VmResult, VmTransaction } from './types.js';

type Heights = Vm['heights'];

/** The chain that a VM executes: the methods that the other thread calls. */
export type Runtime = VmMethods & { readonly heights: Heights };

type Block = Parameters<Vm['executeBlock']>[0];
type Deploy = VmTransaction & { payload: { type: 'deploy' } };

const POSTPONED: VmPostponement = { status: 'postponed' };

type Checkpoint = { point: Point; heights: Heights; contracts: Contracts };

/** @param counter of the machines of the history, if coverage is wanted */
export function createRuntime(history: History, first: Heights, deployed: Contracts = new Map(), counter?: Counter): Runtime {
  let heights = first;
  let contracts = deployed;
  let lastCheckpoint = 0;
  const checkpoints = new Map<number, Checkpoint>();
  const chain: reads.Chain = {
    history,
    contracts: () => contracts,
  };
  const coverage = counter && createCoverage(counter, chain.contracts, (contract) => reads.syntaxTree(chain, contract));

  /** Executes all of a block or nothing. */
  function executeBlock(block: Block): VmBlock {
    validate(block, isNakamoto(history.machine()));
    const before = { heights, contracts };
    try {
      return history.attempt(
        () => ({ heights: open(block), results: executeAll(block) }),
        () => false,
      );
    } catch (error) {
      ({ heights, contracts } = before);
      throw error;
    }
  }

  function open({ tenure, burnTime, burnHashes, mints, signers, transactions }: Block): Heights {
    const { stacks, burn, tenure: tenureHeight } = heights;
    heights = tenure ? { stacks: stacks + 1, burn: burn + 1, tenure: tenureHeight + 1 } : { ...heights, stacks: stacks + 1 };
    const opensItself = transactions.some(isDeploy);
    if (tenure) history.run({ type: 'burn-hashes', hashes: burnHashes ?? [undefined] });
    if (tenure && !opensItself) history.run({ type: 'tenure', time: burnTime });
    else if (signers !== undefined) expectDone('write the signers', history.run({ type: 'signers', set: signers }));
    else if (!opensItself) history.run({ type: 'block' });
    for (const mint of mints) credit(mint);
    return heights;
  }

  /** Postpones a transaction that does not fit, and later ones of its accounts; cheaper ones may still fit. */
  function executeAll({ transactions, budget }: Block): VmBlock['results'] {
    let spent = NO_COST;
    const waiting = new Set<string>();
    return transactions.map((transaction) => {
      const { origin, sponsor = origin } = transaction;
      const result = waiting.has(origin) || waiting.has(sponsor) ? POSTPONED : executeWithin(transaction, spent, budget);
      if (result.status === 'invalid' || result.status === 'postponed') waiting.add(origin).add(sponsor);
      else spent = addCosts(spent, result.cost);
      return result;
    });
  }

  /** The first transaction has no extra limit: the VM itself limits each one. */
  function executeWithin(transaction: VmTransaction, spent: VmCost, budget: VmCost | undefined): VmBlock['results'][number] {
    if (budget === undefined || spent === NO_COST) return execute(transaction);
    const isTooMuch = (result: VmResult | VmRejection) => result.status !== 'invalid' && exceeds(addCosts(spent, result.cost), budget);
    const result = history.attempt(() => execute(transaction), isTooMuch);
    return isTooMuch(result) ? POSTPONED : result;
  }

  function execute(transaction: VmTransaction): VmResult | VmRejection {
    const { result, executed } = record(() => withoutOrigin(() => executeTransaction(history, contracts, transaction)));
    if (isDeploy(transaction)) {
      const { origin, payload } = transaction;
      const contract = { source: payload.source, publishHeight: heights.stacks };
      if (result.status === 'success') contracts = new Map(contracts).set(`${origin}.${payload.name}`, contract);
      // The VM opens a block together with its deploy; after a refused one it is still unopened.
      if (result.status === 'invalid') history.run({ type: 'block' });
      if (result.status === 'success' && coverage !== undefined)
        return { ...result, executed: coverage.deployed(`${origin}.${payload.name}`) };
    }
    return executed === undefined || result.status === 'invalid' ? result : { ...result, executed };
  }

  function record<T>(run: () => T): { result: T; executed?: readonly Execution[] | undefined } {
    return coverage === undefined ? { result: run() } : coverage.record(run);
  }

  /** Records the calls of what `run` executes after `prepare`, and undoes both. */
  function traced<T>(prepare: () => void, run: () => T): { result: T; trace: CallTrace } {
    const before = { heights, contracts };
    const record = () => {
      prepare();
      const { recorder } = history.machine();
      recorder.recordsCalls = true;
      // A transfer begins no recording of its own.
      recorder.begin(() => undefined);
      try {
        return { result: run(), trace: recorder.calls() };
      } finally {
        recorder.recordsCalls = false;
      }
    };
    try {
      return history.attempt(record, () => true);
    } finally {
      ({ heights, contracts } = before);
    }
  }

  /** The VM can mint only to accounts. */
  function credit({ principal, amount, fees = 0n }: VmMint): void {
    const isContract = principal.includes('.');
    if (amount > 0n) expectDone('mint', history.run({ type: 'mint', principal: isContract ? FEE_SINK : principal, amount }));
    const transferred = isContract ? amount + fees : fees;
    const transfer = { type: 'transfer', sender: FEE_SINK, recipient: principal, amount: transferred } as const;
    if (transferred > 0n) expectDone('pay fees', history.run(transfer));
  }

  function find(id: number): Checkpoint {
    const checkpoint = checkpoints.get(id);
    if (checkpoint === undefined) throw invalid('checkpoint', 'one that is not released', id);
    return checkpoint;
  }

  return {
    get heights() {
      return heights;
    },
    executeBlock,
    trace(block) {
      validate(block, isNakamoto(history.machine()));
      const last = block.transactions.at(-1);
      const prepare = () => {
        open(block);
        for (const transaction of block.transactions.slice(0, -1)) execute(transaction);
      };
      return traced(prepare, () => last && execute(last)).trace;
    },
    simulate: (transaction) =>
      traced(
        () => undefined,
        () => execute(transaction),
      ),
    account(principal) {
      if (parsePrincipal(principal) === undefined) throw invalid('principal', 'a Stacks address or contract', principal);
      return history.peek((machine) => readAccount(machine, principal));
    },
    callReadOnly(call) {
      const { result, executed } = record(() => reads.callReadOnly(chain, call));
      return executed === undefined ? result : { ...result, executed };
    },
    dataVar: (contract, name) => reads.dataVar(chain, contract, name),
    mapEntry: (contract, map, key) => reads.mapEntry(chain, contract, map, key),
    constant: (contract, name) => reads.constant(chain, contract, name),
    contractInterface: (contract) => reads.contractInterface(chain, contract),
    contractSource: (contract) => reads.contractSource(chain, contract),
    contractOutline: (contract, digest) => coverage?.outline(contract, digest),
    capture({ ready = false } = {}) {
      if (ready) history.ready();
      checkpoints.set(++lastCheckpoint, { point: history.hold(), heights, contracts });
      return { id: lastCheckpoint, heights };
    },
    restore(id) {
      const checkpoint = find(id);
      history.rewind(checkpoint.point);
      ({ heights, contracts } = checkpoint);
    },
    release(id) {
      history.release(find(id).point);
      checkpoints.delete(id);
    },
    exportState: () => ({ image: toPortable(history.export()), heights, contracts }),
  };
}

function validate({ tenure, mints, signers, transactions }: Block, nakamoto: boolean): void {
  if (!tenure && !nakamoto) throw invalid('tenure', 'true before epoch 3.0: Stacks blocks come with burn blocks', tenure);
  if (transactions.some(isDeploy) && ((tenure && nakamoto) || signers !== undefined || transactions.length > 1)) {
    throw invalid('transactions', 'a deploy to be alone in a block that begins no tenure', transactions.length);
  }
  if (tenure && signers !== undefined) throw invalid('signers', 'a block that begins no tenure', 'one that does');
  for (const { principal, amount } of mints) {
    if (parsePrincipal(principal) === undefined) throw invalid('mints', 'Stacks addresses and contracts', principal);
    if (amount < 0n || amount > MAX_MINT) throw invalid(`mints[${principal}]`, `0 to ${MAX_MINT} uSTX`, amount);
  }
}

/** A transaction that needs what the origin of a fork does not answer is in no block: its sender is notified, and may send it again. */
function withoutOrigin(execute: () => VmResult | VmRejection): VmResult | VmRejection {
  try {
    return execute();
  } catch (error) {
    if (!(error instanceof OriginFailure)) throw error;
    return { status: 'invalid', reason: error.message };
  }
}

function isDeploy(transaction: VmTransaction): transaction is Deploy {
  return transaction.payload.type === 'deploy';
}

function expectDone(what: string, outcome: Outcome): void {
  if (!outcome.ok) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: ${outcome.message}`);
}
