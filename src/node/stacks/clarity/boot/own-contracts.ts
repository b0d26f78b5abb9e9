import { readFileSync } from 'node:fs';
import { packageRoot } from '../../../../package-root.js';

/** The files of the contracts, in the repository: the build reads them, and the package has what it made of them. */
const FOLDER = new URL('src/node/stacks/clarity/boot/contracts/', packageRoot);

/** The boot contracts that this project writes itself, with their files in the order of the text. */
export const OWN_CONTRACTS = {
  'pox-5': [
    'constants',
    'state',
    'administration',
    'signers',
    'stakes',
    'bond-registration',
    'bond-exits',
    'bonds',
    'lockup-proof',
    'lockup-script',
    'bytes',
    'block-header',
    'memberships',
    'signer-set',
    'shares',
    'distribution',
    'active-bonds',
    'claims',
    'settlement',
    'rewards',
    'sbtc',
    'checks',
    'time',
  ].map((part) => `pox-5/${part}`),
  'sip-031': ['sip-031'],
};

/** A boot contract that this project writes itself. */
export type OwnContract = keyof typeof OWN_CONTRACTS;

/**
 * Reads the source of a boot contract that this project writes itself, as a node would have it on mainnet: `configurePox5` and
 * `withTestnetRecipient` make it that of another network.
 */
export function readOwnContract(name: OwnContract): string {
  return OWN_CONTRACTS[name].map((file) => readFileSync(new URL(`${file}.clar`, FOLDER), 'utf8')).join('\n');
}
