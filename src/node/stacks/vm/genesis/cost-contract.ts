import type { WasmMemory } from '../machine/webassembly.js';

/** A boot contract in the VM's memory: its place, and its first JSON. */
export type CostContract = { at: number; text: string };

/** The VM's memory; `costs` is undefined if the VM is unchanged. */
export type CostHolder = { readonly memory: WasmMemory; costs: CostContract | undefined };

/**
 * The contract of each epoch's cost functions, as stacks-core's `default_cost_contract_for_epoch` has it. In 4.0 none is loaded.
 */
const COST_CONTRACTS: Readonly<Record<string, string | undefined>> = {
  '2.1': 'costs-3',
  '2.2': 'costs-3',
  '2.3': 'costs-3',
  '2.4': 'costs-3',
  '2.5': 'costs-3',
  '3.0': 'costs-3',
  '3.1': 'costs-3',
  '3.2': 'costs-3',
  '3.3': 'costs-4',
  '3.4': 'costs-4',
};

/** The version of testnet addresses, and a hash of zeros. */
const BOOT_ISSUER = JSON.stringify([26, Array(20).fill(0)]);
const SPACE = 0x20;
/** What all of their names begin with. */
const NAME = 'costs';
const NAME_IN_HEX = Buffer.from(NAME, 'latin1').toString('hex');

/**
 * Takes the functions out of the epoch's cost contract. For each execution with costs, the VM reads this contract again,
 * 170 KB of JSON, and then uses none of it, since the default cost functions are its own code: that is three quarters of what a
 * small call takes. Spaces take their place, which cost next to nothing to read.
 */
export function slimCostContract(holder: CostHolder, epoch: string): void {
  const name = COST_CONTRACTS[epoch];
  const found = name === undefined ? undefined : findContract(holder.memory, name);
  if (found === undefined) return;
  const { contract_context: context, ...rest } = JSON.parse(found.text) as { contract_context: object };
  write(holder.memory, found, JSON.stringify({ contract_context: { ...context, functions: {} }, ...rest }));
  holder.costs = found;
}

/**
 * Puts the functions back for good if what is about to run could call one: a contract is not reached by what has its name neither
 * in its source nor among its arguments.
 * @param texts sources and names of contracts
 * @param values serialized, as hex
 */
export function widenCostContract({ memory, costs }: CostHolder, texts: readonly string[], values: readonly string[] = []): void {
  if (costs === undefined) return;
  const named = texts.some((text) => text.includes(NAME)) || values.some((value) => value.toLowerCase().includes(NAME_IN_HEX));
  if (named) write(memory, costs, costs.text);
}

/** Undefined unless the contract has exactly one place. */
function findContract({ buffer }: WasmMemory, name: string): CostContract | undefined {
  const memory = Buffer.from(buffer);
  const start = `{"contract_context":{"contract_identifier":{"issuer":${BOOT_ISSUER},"name":"${name}"}`;
  const at = memory.indexOf(start);
  if (at < 0 || memory.indexOf(start, at + 1) >= 0) return undefined;
  const version = memory.indexOf('"clarity_version":"', at);
  const end = memory.indexOf('"}}', version) + 3;
  return version < 0 ? undefined : { at, text: memory.toString('utf8', at, end) };
}

function write({ buffer }: WasmMemory, { at, text }: CostContract, json: string): void {
  const place = Buffer.from(buffer, at, Buffer.byteLength(text));
  place.fill(SPACE, place.write(json));
}
