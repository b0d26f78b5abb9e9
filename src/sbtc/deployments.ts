import { readFile } from '#platform/files.js';
import { packagedSource } from '#platform/packaged-contracts.js';
import { join } from '#platform/paths.js';
import { invalid } from '../base/error.js';
import { BOOTSTRAP_SIGNERS } from './contracts/bootstrap-signers.js';
import { DEPOSIT } from './contracts/deposit.js';
import { WITHDRAWAL } from './contracts/withdrawal.js';

/** A contract to deploy, as the engines take it. */
export type SbtcContract = {
  deployer: string;
  name: string;
  source: string;
  clarityVersion: number;
  /** The tokens that its deploy mints. */
  mints?: { asset: string; recipient: string; amount: bigint }[];
};

export type SbtcContractsOptions = {
  /** The address that deploys the contracts. */
  deployer: string;
  /** The Stacks epoch of their deployment. @default '3.4' */
  epoch?: string | undefined;
  /** A folder with all five sources. @default those of this package */
  folder?: string | undefined;
};

/** Who deployed sBTC on mainnet. The VM's package and Clarinet's requirement cache have its contracts by this address. */
export const MAINNET_DEPLOYER = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';
/** In the order of their deployment: the registry calls no other, all others call it. */
export const SBTC_NAMES = ['sbtc-registry', 'sbtc-token', 'sbtc-bootstrap-signers', 'sbtc-deposit', 'sbtc-withdrawal'] as const;
type Name = (typeof SBTC_NAMES)[number];

/**
 * Returns the contracts of the sBTC protocol, in the order of their deployment. Names of mainnet's contracts in a source become those
 * of `deployer`.
 * @throws DevnetError INVALID_INPUT if the folder lacks a source
 */
export async function sbtcContracts({ deployer, epoch = '3.4', folder }: SbtcContractsOptions): Promise<SbtcContract[]> {
  const sources = folder === undefined ? packagedSources() : await folderSources(folder);
  return SBTC_NAMES.map((name) => ({
    deployer,
    name,
    source: sources[name].replaceAll(MAINNET_DEPLOYER, deployer),
    clarityVersion: clarityVersion(epoch),
  }));
}

/** The version of mainnet's contracts is 3; epochs before 3.0 take them as 2. */
export function clarityVersion(epoch: string): number {
  return epoch.startsWith('2.') ? 2 : 3;
}

/** Returns the sources of this package, with the names of mainnet's contracts. */
export function packagedSources(): Record<Name, string> {
  return {
    'sbtc-registry': packagedSource(`${MAINNET_DEPLOYER}.sbtc-registry`),
    'sbtc-token': packagedSource(`${MAINNET_DEPLOYER}.sbtc-token`),
    'sbtc-bootstrap-signers': BOOTSTRAP_SIGNERS,
    'sbtc-deposit': DEPOSIT,
    'sbtc-withdrawal': WITHDRAWAL,
  };
}

/** Reads `sbtc-token.clar`, or as Clarinet caches a requirement `SM3V….sbtc-token.clar`, and so on. */
async function folderSources(folder: string): Promise<Record<Name, string>> {
  const sources = new Map<Name, string>();
  for (const name of SBTC_NAMES) {
    const files = [`${name}.clar`, `${MAINNET_DEPLOYER}.${name}.clar`];
    const [source] = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => [])))).flat();
    if (source === undefined) throw invalid('sbtc.contracts', `a folder with ${files.join(' or ')}`, folder);
    sources.set(name, source);
  }
  return Object.fromEntries(sources) as Record<Name, string>;
}
