import type { WasmMemory } from '../machine/webassembly.js';
import { findMetadata } from '../origin/datastore.js';
import type { Origin } from '../origin/origin.js';

/*
 * To count costs, the VM reads the contract of the epoch's cost functions at every execution: 170 KB of JSON that it does not use, since the default
 * cost functions are its own code. This takes three quarters of a small call. So the VM gets these contracts without functions, padded with
 * spaces, which are fast to read. The functions are put back before code runs that can call them.
 */

const COSTS_FILE = /_costs(?:-\d)?_vm-metadata__9__contract$/;
const COSTS_CONTRACT = /^S[TP]0+2[0-9A-Z]+\.costs(?:-\d)?$/;
const CONTRACT_KEY = 'vm-metadata::9::contract';
const SPACE = 0x20;
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
      if (full === undefined || !COSTS_FILE.test(name)) return full;
      const slim = slimmed.get(name) ?? withoutFunctions(full);
      slimmed.set(name, slim);
      return slim;
    },
  };
}

/** Whether what is about to run can call a cost contract: nothing reaches it without its name in a source or an argument. */
export function mayCallCosts(texts: readonly string[], values: readonly string[] = []): boolean {
  return texts.some((text) => text.includes(NAME)) || values.some((value) => value.toLowerCase().includes(NAME_IN_HEX));
}

/** Puts the functions of all cost contracts back that the session has read. `origin` has them whole. */
export function widenCosts(memory: WasmMemory, origin: Origin): void {
  for (const { contract, key, text } of findMetadata(memory)) {
    if (key !== CONTRACT_KEY || !COSTS_CONTRACT.test(contract)) continue;
    const full = origin.metadata(`${contract.replace('.', '_')}_${key.replaceAll(':', '_')}`);
    if (full?.length === text.length) Buffer.from(memory.buffer, text.address, text.length).set(full);
  }
}

function withoutFunctions(full: Uint8Array): Uint8Array {
  const { contract_context: context, ...rest } = JSON.parse(Buffer.from(full).toString('utf8')) as { contract_context: object };
  const padded = Buffer.alloc(full.length, SPACE);
  padded.write(JSON.stringify({ contract_context: { ...context, functions: {} }, ...rest }));
  return padded;
}
