import type { SbtcDeployment } from '../engines/engine.js';
import { sbtcContracts } from './contracts.js';
import { sbtcSetup } from './setup.js';
import { DEFAULT_DEPLOYER, SIGNATURES, SIGNERS } from './signers.js';

/** Returns what a network of real nodes deploys for sBTC: from the default deployer, with the contracts of this package. */
export async function sbtcDeployment(): Promise<SbtcDeployment> {
  const deployer = DEFAULT_DEPLOYER;
  return {
    deployer,
    keys: {
      publicKeys: SIGNERS.map(({ publicKey }) => publicKey),
      privateKeys: SIGNERS.slice(0, SIGNATURES).map(({ privateKey }) => privateKey),
    },
    contracts: [...(await sbtcContracts({ deployer })), sbtcSetup({ deployer })],
  };
}
