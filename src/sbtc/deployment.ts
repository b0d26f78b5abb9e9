import type { SbtcDeployment } from '../stacks/engine.js';
import { sbtcContracts } from './deployments.js';
import { sbtcSetup } from './setup.js';
import { SIGNATURES, SIGNERS } from './signers.js';

export type SbtcDeploymentOptions = {
  deployer: string;
  /** The Stacks epoch. */
  epoch: string;
  /** A folder with the sources of the contracts. @default those of this package */
  folder?: string | undefined;
  /** Sats of sBTC by principal. */
  balances: Readonly<Record<string, bigint>>;
};

/** Returns what a network deploys for sBTC. @throws DevnetError INVALID_INPUT if the folder lacks a source */
export async function sbtcDeployment({ deployer, epoch, folder, balances }: SbtcDeploymentOptions): Promise<SbtcDeployment> {
  return {
    deployer,
    keys: {
      publicKeys: SIGNERS.map(({ publicKey }) => publicKey),
      privateKeys: SIGNERS.slice(0, SIGNATURES).map(({ privateKey }) => privateKey),
    },
    contracts: [...(await sbtcContracts({ deployer, epoch, folder })), sbtcSetup({ deployer, epoch, balances })],
  };
}
