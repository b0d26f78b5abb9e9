import { packagedSource } from '#platform/packaged-contracts.js';
import { type BootContract, BootedState, type PoxCycles, poxSetUp } from '../../../../clarity/boot.js';
import type { PrincipalValue } from '../../../../clarity/values.js';
import { contractPrincipal, parsePrincipal } from '../../../../clarity/values.js';
import type { ClarityVersion } from '../../../../clarity/version.js';
import type { RulesOf } from '../rules.js';
import { BOOT_CONTRACTS, BOOT_MINTS, epochName, isPublished, type Publication } from './boot-contracts.js';
import type { Signing } from './genesis-signer.js';
import { smallSource } from './small-sources.js';

/**
 * A boot contract from elsewhere that is to be there from the first block. `contract` is `ST….name`; `file` is where the user has
 * its source.
 */
export type NodeContract = Publication & { contract: string; source: string; file?: string | undefined };

export type ContractOptions = {
  /** The deployer of boot contracts. */
  bootAddress: string;
  pox: PoxCycles;
  /** Contracts that replace or complete those of this package. @default none */
  replaced?: readonly NodeContract[] | undefined;
  /** Returns the Bitcoin height at which an epoch such as `Epoch32` begins. */
  startOf: (epoch: string) => number;
};

export type BootOptions = ContractOptions & {
  /** The epoch in which the chain begins. */
  epoch: string;
  /** Who signs from the beginning. @default nobody */
  signing?: Pick<Signing, 'contract' | 'calls'> | undefined;
  rulesOf: RulesOf;
};

/** Who deployed sBTC on mainnet. */
const SBTC_MAINNET = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';

/** Returns the boot contracts that a chain has when it begins in an epoch, as a state to continue. */
export function bootState({ epoch, signing, rulesOf, ...options }: BootOptions): BootedState {
  const begun = bootContracts(options)
    .filter((contract) => isPublished(contract.epoch, epoch))
    .map((contract): BootContract => ({ ...contract, calls: signing?.calls.get(contract.id.name ?? '') }));
  if (signing !== undefined) begun.push(signing.contract);
  return new BootedState([...begun, ...tokenOfPox5(begun)], (name) => rulesOf({ name }));
}

/** Returns the boot contracts of all epochs, in the order in which a chain gets them. */
export function bootContracts({ bootAddress, pox, replaced = [], startOf }: ContractOptions): BootContract[] {
  const deployer = parsePrincipal(bootAddress);
  const given = new Map(replaced.map((contract) => [parsePrincipal(contract.contract).id, contract]));
  const contracts: BootContract[] = [];
  const add = (id: PrincipalValue, source: string, { epoch: since, clarityVersion }: Publication, more: Partial<BootContract> = {}) =>
    contracts.push({ id, source, version: clarityVersion as ClarityVersion, epoch: epochName(since), burnHeight: startOf(since), ...more });

  for (const [name, publication] of BOOT_CONTRACTS) {
    const id = contractPrincipal(deployer, name);
    const own = given.get(id.id);
    given.delete(id.id);
    const more = {
      setUp: poxSetUp(name, pox),
      minted: BOOT_MINTS.get(name),
      moreBytes: own === undefined ? moreBytes(name) : 0,
    };
    add(id, own?.source ?? bootSource(name), own ?? publication, more);
  }
  for (const contract of given.values()) add(parsePrincipal(contract.contract), contract.source, contract);
  return contracts;
}

/** Returns the source of a boot contract of this package. */
export function bootSource(name: string): string {
  return smallSource(name) ?? packagedSource(name);
}

/** The lengths of sources that this project writes itself, in a stacks-node 4.0.2 with the same settings: each call pays for loading them. */
const NODE_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['pox-5', 136_053],
  ['sip-031', 5_006],
]);

function moreBytes(name: string): number {
  const length = NODE_LENGTHS.get(name);
  return length === undefined ? 0 : length - packagedSource(name).length;
}

/** The analysis of pox-5 reads the token in which it pays: a network that has sBTC deploys that itself. */
export function tokenOfPox5(contracts: readonly Pick<BootContract, 'id' | 'source'>[]): BootContract[] {
  const [, deployer] = /'(S[0-9A-Z]+)\.sbtc-token\b/.exec(contracts.find(({ id }) => id.name === 'pox-5')?.source ?? '') ?? [];
  if (deployer === undefined) return [];
  return ['sbtc-registry', 'sbtc-token']
    .map((name): BootContract => {
      const source = packagedSource(`${SBTC_MAINNET}.${name}`).replaceAll(SBTC_MAINNET, deployer);
      return { id: contractPrincipal(parsePrincipal(deployer), name), source, version: 3, epoch: '3.0', isHidden: true };
    })
    .filter(({ id }) => !contracts.some((contract) => contract.id.id === id.id));
}
