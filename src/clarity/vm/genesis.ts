import { invalid } from '../../base/error.js';
import { type BootContract, BootedState } from '../boot/booted-state.js';
import { ALL_EPOCH_NAMES, type AnyEpochName, type EpochName } from '../epoch.js';
import type { Rules } from '../execution/execution.js';
import { CLARITY_VERSIONS, type ClarityVersion } from '../version.js';
import { type ClarityInput, readContractId, readValue } from './value.js';

/** A contract that exists from the start. It is deployed when something asks for it. */
export type GenesisContract = {
  /** `ST….counter`. */
  readonly contract: string;
  readonly source: string;
  readonly clarityVersion: ClarityVersion;
  /** The epoch whose rules and costs its deploy has: epochs 2.0 and 2.05 have those of 2.1. */
  readonly epoch: AnyEpochName;
  /** Whether only the analysis of other contracts finds it. @default false */
  readonly isHidden?: boolean | undefined;
  /** A function, perhaps a private one, that its deployer calls after the deploy. @default none */
  readonly setUp?: { readonly fn: string; readonly args: readonly ClarityInput[] } | undefined;
};

/** @throws DevnetError INVALID_INPUT */
export function readContracts(contracts: readonly GenesisContract[]): BootContract[] {
  return contracts.map(readContract);
}

/** Returns whether an epoch has a contract. */
export function isOf(epoch: EpochName, contract: BootContract): boolean {
  return ALL_EPOCH_NAMES.indexOf(contract.epoch) <= ALL_EPOCH_NAMES.indexOf(epoch);
}

/** Returns contracts as what a state continues. For a source that cannot be deployed only the first use throws. */
export function bootedState(contracts: readonly BootContract[], rulesOf: (epoch: AnyEpochName) => Rules): BootedState | undefined {
  return contracts.length === 0 ? undefined : new BootedState(contracts, rulesOf);
}

function readContract({ contract, source, clarityVersion, epoch, isHidden, setUp }: GenesisContract, at: number): BootContract {
  const field = `contracts[${at}]`;
  if (!ALL_EPOCH_NAMES.includes(epoch)) throw invalid(`${field}.epoch`, `one of ${ALL_EPOCH_NAMES.join(', ')}`, epoch);
  if (!CLARITY_VERSIONS.includes(clarityVersion))
    throw invalid(`${field}.clarityVersion`, `one of ${CLARITY_VERSIONS.join(', ')}`, clarityVersion);
  const args = setUp?.args.map((arg, index) => readValue(arg, `${field}.setUp.args[${index}]`)) ?? [];
  const id = readContractId(contract, `${field}.contract`);
  return { id, source, version: clarityVersion, epoch, isHidden, setUp: setUp && { fn: setUp.fn, args } };
}
