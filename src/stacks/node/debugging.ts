import { DevnetError } from '../../base/error.js';
import { without0x } from '../../base/hex.js';
import type { DebuggedExecution, Debugging } from '../../clarity/debug.js';
import { linesOf } from '../../clarity/debug.js';
import { entriesOf, StoredContract } from '../../clarity/state.js';
import { decodeTransaction } from '../protocol/codec/transaction/transaction.js';
import type { Fork } from '../protocol/fork-source/reader.js';
import type { SimulationRequest } from '../protocol/trace/simulation.js';
import { epochAt } from './chain/epoch.js';
import { replayBlock } from './chain/production/replay.js';
import type { ChainState } from './chain/state/state.js';
import { View } from './chain/state/view.js';
import type { Subject } from './clarity/debug/debug-run.js';
import { debuggedExecution } from './clarity/debug/debugged.js';
import { subjectOf } from './clarity/debug/subject.js';
import { clarityTransaction } from './clarity/transaction.js';
import { openReplay } from './replay/open-replay.js';
import { beginSimulation } from './trace.js';

/** What a debugger can ask of the chain. @param fork the network that the chain continues, whose transactions can be opened, too */
export function createDebugging(state: ChainState, fork: Fork | undefined): Debugging {
  const { vm, ledger } = state;
  return {
    attach: (watcher) => vm.breakpoints.attach(watcher),
    async open(txid) {
      const found = ledger.find(without0x(txid).toLowerCase());
      if (found === undefined) return fork && openOrigin(state, fork, without0x(txid).toLowerCase());
      const decoded = decodeTransaction(found.transaction.raw);
      const { type } = decoded.payload;
      if (type === 'coinbase' || type === 'tenure-change') return undefined;
      const execution = await replayBlock(state, found.block, found.transaction.txid, vm.rehearsals);
      return execution && debuggedExecution(vm.rehearsals, subjectOf(execution, clarityTransaction(decoded), found.transaction.txid));
    },
    async contract(id) {
      const contract = await new View(state, ledger.tip).contract(id);
      if (contract === undefined) return undefined;
      const rules = vm.rulesOf(epochAt(state.epochs, ledger.tip.sortition.height));
      return { contract: id, source: contract.source, lines: linesOf(contract, rules) };
    },
    async contracts() {
      return [...entriesOf(ledger.tip.state.contracts)]
        .map(([, contract]) => (contract instanceof StoredContract ? contract.record : contract).id.text)
        .filter((id) => !id.startsWith(`${state.network.bootAddress}.`))
        .sort();
    },
  };
}

/** Opens a transaction of the network that a fork continues; undefined if it has none. */
async function openOrigin(state: ChainState, fork: Fork, txid: string): Promise<DebuggedExecution | undefined> {
  const { rehearsals } = state.vm;
  try {
    const { transaction, execution } = await openReplay(state, fork, txid, rehearsals);
    return debuggedExecution(rehearsals, subjectOf(execution(), clarityTransaction(transaction), txid));
  } catch (error) {
    if (error instanceof DevnetError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Waits while a debugger holds a simulation. */
export async function passSimulation(state: ChainState, request: SimulationRequest): Promise<void> {
  if (!state.vm.breakpoints.isAttached) return;
  await state.vm.breakpoints.wait(async () => {
    const { execution, transaction } = await beginSimulation(state, request);
    return subjectOf(execution, transaction);
  });
}

/**
 * Waits while a debugger holds the simulation of several steps, one transaction after another.
 * @param simulate runs the steps and reports each transaction, in the state that the steps before it made
 */
export async function passSteps<T>({ vm }: ChainState, simulate: (onTransaction?: (subject: Subject) => void) => Promise<T>): Promise<T> {
  if (!vm.breakpoints.isAttached) return simulate();
  const subjects: Subject[] = [];
  const outcome = await simulate((subject) => subjects.push(subject));
  for (const subject of subjects) await vm.breakpoints.wait(() => subject);
  return outcome;
}
