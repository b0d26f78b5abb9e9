import type { ClarityCode } from '../machine/code.js';
import { bootMachine } from '../machine/machine.js';
import { needsPlaceholder } from '../machine/placeholder.js';
import { deployContract } from '../machine/session.js';
import type { Datastore } from '../memory/session-memory.js';
import { metadataFile, type Origin } from './origin.js';

/** A contract of a real node that is to be there from the first block. `contract` is `ST….name`, `epoch` for example `Epoch25`. */
export type NodeContract = { contract: string; source: string; epoch: string; clarityVersion: number };

/** A source that the VM does not accept. The message begins with the contract. */
export class NotDeployed extends Error {
  override readonly name = 'NotDeployed';
}

/**
 * Deploys contracts in a session of their own, each in its epoch, and returns what the session then has of them.
 * @param contracts each after those that it calls, oldest epoch first
 * @param isWanted whether a contract is part of the result; others are there to be called @default all are
 * @throws NotDeployed
 */
export async function deployContracts(
  code: ClarityCode,
  origin: Origin,
  contracts: readonly NodeContract[],
  isWanted: (contract: string) => boolean = () => true,
): Promise<Datastore> {
  const machine = await bootMachine({ code, origin: without(origin, contracts), genesisTime: 0 });
  for (const { contract, source, epoch, clarityVersion } of contracts) {
    const [sender = '', name = ''] = contract.split('.');
    machine.sdk.setEpoch(epochName(epoch) as Parameters<typeof machine.sdk.setEpoch>[0]);
    const outcome = deployContract(machine, { sender, name, source, clarityVersion, placeholder: needsPlaceholder(source) });
    if (outcome.ok) continue;
    throw new NotDeployed(`${contract}: ${outcome.message.replace(/^Contract deployment runtime error: \S+ -> /, '')}`);
  }
  const names = new Set(contracts.map(({ contract }) => contract));
  const { values, metadata } = machine.session.read((contract) => names.has(contract) && isWanted(contract));
  // The height after the hash of a source: boot contracts are in the first block.
  for (const [key, value] of values) if (key.startsWith('clarity-contract::')) values.set(key, `${value.slice(0, 64)}00000000`);
  return { values, metadata };
}

/** Combines what sessions have of different contracts. */
export function combine(...parts: readonly Datastore[]): Datastore {
  return { values: new Map(parts.flatMap(({ values }) => [...values])), metadata: parts.flatMap(({ metadata }) => metadata) };
}

/** `Epoch25` as `2.5`, `Epoch2_05` as `2.05`. */
export function epochName(epoch: string): string {
  return epoch.replace(/^Epoch(\d)_?/, '$1.');
}

/** Hides contracts, since the VM does not deploy one twice. */
function without(origin: Origin, contracts: readonly NodeContract[]): Origin {
  const hidden = contracts.map(({ contract }) => metadataFile(contract, ''));
  return { ...origin, metadata: (name) => (hidden.some((prefix) => name.startsWith(prefix)) ? undefined : origin.metadata(name)) };
}
