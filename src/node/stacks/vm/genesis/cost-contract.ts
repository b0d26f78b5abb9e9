import { CONTRACT } from '../memory/contract-metadata.js';
import type { SessionMemory } from '../memory/session-memory.js';
import { metadataFile, type Origin } from '../origin/origin.js';

/*
 * To count costs, the VM reads the contract of the epoch's cost functions at every execution: 170 KB of JSON that it does not use, since the default
 * cost functions are its own code. This takes three quarters of a small call. So the VM gets these contracts without functions. The
 * functions are put back before code runs that can call them.
 */

const CONTRACTS = ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78'].flatMap((address) =>
  ['', '-2', '-3', '-4', '-5'].map((version) => `${address}.costs${version}`),
);
/** The address and name in the name of a file. */
const ANY_FILE = new RegExp(`^(?:${CONTRACTS.map((contract) => metadataFile(contract, '')).join('|')})`);
const FILES = new Set(CONTRACTS.map((contract) => metadataFile(contract, CONTRACT)));
/** All their names begin with this. */
const NAME = 'costs';
const NAME_IN_HEX = Buffer.from(NAME, 'latin1').toString('hex');

/** Returns an origin with cost contracts that have no functions. */
export function withSlimCosts(origin: Origin): Origin {
  const slimmed = new Map<string, Uint8Array>();
  return {
    ...origin,
    metadata(name) {
      const full = origin.metadata(name);
      if (full === undefined || !FILES.has(name)) return full;
      const slim = slimmed.get(name) ?? withoutFunctions(full);
      slimmed.set(name, slim);
      return slim;
    },
  };
}

/** Whether a file is metadata of a cost contract. */
export function isCostMetadata(name: string): boolean {
  return ANY_FILE.test(name);
}

/** Returns the keys under which the state has the cost contracts. */
export function costContractKeys(): string[] {
  return CONTRACTS.map((contract) => `clarity-contract::${contract}`);
}

/** Whether what is about to run can call a cost contract: nothing reaches it without its name in a source or an argument. */
export function mayCallCosts(texts: readonly string[], values: readonly string[] = []): boolean {
  return texts.some((text) => text.includes(NAME)) || values.some((value) => value.toLowerCase().includes(NAME_IN_HEX));
}

/** Puts the functions of all cost contracts back that the session has read. `origin` has them whole. */
export function widenCosts(session: SessionMemory, origin: Origin): void {
  for (const contract of CONTRACTS) {
    const full = origin.metadata(metadataFile(contract, CONTRACT));
    if (full !== undefined) session.setMetadata(contract, CONTRACT, Buffer.from(full).toString('utf8'));
  }
}

function withoutFunctions(full: Uint8Array): Uint8Array {
  const { contract_context: context, ...rest } = JSON.parse(Buffer.from(full).toString('utf8')) as { contract_context: object };
  return Buffer.from(JSON.stringify({ contract_context: { ...context, functions: {} }, ...rest }));
}
