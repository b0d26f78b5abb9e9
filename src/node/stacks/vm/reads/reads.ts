import type { ContractInterface } from '../../../../chains/stacks/codec/contract/contract-interface.js';
import type { SyntaxTree } from '../coverage/outline.js';
import type { Contracts } from '../execution/contracts.js';
import { exceeds } from '../execution/cost.js';
import { mayAskForSponsor, SPONSOR_LIMIT } from '../execution/sponsor.js';
import { callError, readCause } from '../execution/vm-error.js';
import { BOOT_CONTRACTS, isPublished } from '../genesis/boot-contracts.js';
import type { BootContract } from '../genesis/boot-sources.js';
import type { History } from '../image/history.js';
import { Panic } from '../machine/panic.js';
import { isPlaceholder } from '../machine/placeholder.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { NONE } from '../machine/serialized.js';
import { callFunction, lookUp, lookUpValue, type Outcome } from '../machine/session.js';
import { SOURCE } from '../memory/contract-metadata.js';
import { hasContract, originContract } from '../origin/origin-state.js';
import type { Vm, VmCost, VmReadResult } from '../types.js';
import { readConstant } from './constant.js';
import { readInterface } from './interface.js';

/** The sources of reads: the VM and the deployed contracts. */
export type Chain = {
  history: History;
  contracts: () => Contracts;
};

/** Code with a result that may depend on the sender. Without it, the contract's account can be the sender instead of the contract. */
const LOOKS_AT_SENDER = /\b(?:tx-sender|contract-caller|contract-call\?)/;

/** The default limit of one read-only call: stacks-node's. */
const READ_LIMIT: VmCost = { writeLength: 0, writeCount: 0, readLength: 200_000, readCount: 100, runtime: 1_000_000_000 };

/**
 * Runs a function as `POST /v2/contracts/call-read` does: public ones too, as long as they write nothing. The node gives such a
 * call a budget without writes; here it runs to its end, and what it wrote is undone.
 */
export function callReadOnly(
  chain: Chain,
  { contract, fn, args, sender, sponsor, limit = READ_LIMIT, free = false }: Parameters<Vm['callReadOnly']>[0],
): VmReadResult {
  if (sender.includes('.') && LOOKS_AT_SENDER.test(contractSource(chain, contract)?.source ?? '')) {
    return { okay: false, cause: 'the embedded Clarity VM takes accounts for senders only, no contracts' };
  }
  if (sponsor !== undefined && mayAskForSponsor(chain.contracts(), { contract, fn, args })) return { okay: false, cause: SPONSOR_LIMIT };
  if (isPlaceholder(fn)) return { okay: false, cause: `RuntimeCheck(UndefinedFunction("${fn}"))` };
  let outcome: Outcome;
  try {
    const call = { contract, fn, args, sender: sender.split('.', 1)[0] ?? sender };
    outcome = chain.history.peek((machine) => callFunction(machine, call), hasWritten);
  } catch (error) {
    if (!(error instanceof Panic)) throw error;
    return { okay: false, cause: `the embedded Clarity VM failed on this call, which a real stacks-node may answer: ${error.message}` };
  }
  if (outcome.ok) {
    if (free) return { okay: true, result: outcome.result };
    if (hasWritten(outcome)) return { okay: false, cause: 'NotReadOnly' };
    const within = { ...limit, writeCount: 0, writeLength: 0 };
    return exceeds(outcome.cost, within) ? { okay: false, cause: overLimit(outcome.cost, within) } : { okay: true, result: outcome.result };
  }
  const declared = functionNames(contractInterface(chain, contract)).includes(fn);
  return { okay: false, cause: readCause(callError(outcome.message, { contract, fn }, declared)) };
}

export function dataVar({ history }: Chain, contract: string, name: string): string | undefined {
  return history.peek((machine) => lookUp(machine, (sdk) => sdk.getDataVar(contract, name)));
}

export function mapEntry({ history }: Chain, contract: string, map: string, key: string): string {
  return history.peek((machine) => lookUp(machine, (sdk) => sdk.getMapEntry(contract, map, Buffer.from(key, 'hex')))) ?? NONE;
}

export function constant(chain: Chain, contract: string, name: string): string | undefined {
  return isVisible(chain, contract) ? chain.history.peek((machine) => readConstant(machine, contract, name)) : undefined;
}

export function contractInterface(chain: Chain, contract: string): ContractInterface | undefined {
  if (!isVisible(chain, contract)) return undefined;
  const found = chain.history.peek((machine) => readInterface(machine, contract));
  const boot = bootContract(contract);
  // The VM has the right epoch of all but costs-2. A fork has those of its origin.
  return found && boot && chain.history.machine().origin.chain === undefined ? { ...found, epoch: boot.epoch } : found;
}

export function contractSource({ history, contracts }: Chain, contract: string): { source: string; publishHeight: number } | undefined {
  const deployed = contracts().get(contract);
  if (deployed !== undefined) return { source: deployed.source, publishHeight: deployed.publishHeight };
  const published = originContract(history.machine().origin, contract);
  if (published !== undefined || !isPublishedBoot(history, contract)) return published;
  const source = history.machine().metadata(contract, SOURCE);
  return source === undefined ? undefined : { source, publishHeight: 0 };
}

/** The syntax tree of a deployed contract, with the ids by which the VM knows its expressions. */
export function syntaxTree({ history }: Chain, contract: string): SyntaxTree | undefined {
  return history.peek((machine) => lookUpValue(machine, (sdk) => sdk.getContractAST(contract) as unknown as SyntaxTree));
}

/** The VM also has boot contracts of later epochs, and contracts that reads have deployed meanwhile. */
function isVisible({ history, contracts }: Chain, contract: string): boolean {
  return contracts().has(contract) || hasContract(history.machine().origin, contract) || isPublishedBoot(history, contract);
}

function bootContract(contract: string): BootContract | undefined {
  const [address, name = ''] = contract.split('.');
  return address === BOOT_ADDRESS ? BOOT_CONTRACTS.get(name) : undefined;
}

function isPublishedBoot(history: History, contract: string): boolean {
  if (history.machine().origin.chain !== undefined) return false;
  const found = bootContract(contract);
  return found !== undefined && isPublished(found, history.machine().sdk.currentEpoch);
}

function hasWritten(outcome: Outcome): boolean {
  return outcome.ok && outcome.cost.writeCount > 0;
}

/** A node stops at the limit and reports the cost up to there; here the call ran to its end. */
function overLimit(cost: VmCost, limit: VmCost): string {
  return `RuntimeCheck(CostBalanceExceeded(${debugCost(cost)}, ${debugCost(limit)}))`;
}

function debugCost({ writeLength, writeCount, readLength, readCount, runtime }: VmCost): string {
  return `ExecutionCost { write_length: ${writeLength}, write_count: ${writeCount}, read_length: ${readLength}, read_count: ${readCount}, runtime: ${runtime} }`;
}

function functionNames(found: ContractInterface | undefined): string[] {
  return (found?.functions ?? []).map((declared) => (declared as { name: string }).name);
}
