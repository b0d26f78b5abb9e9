import { readFileSync } from '#platform/files.js';
import { packageRoot } from '#platform/package-root.js';
import { configurePox5, POX_5_SETTINGS } from '../../../pox-5.js';

/** The files of the contracts, in the repository: the build reads them, and the package has what it made of them. */
const FOLDER = new URL('src/stacks/node/clarity/boot/contracts/', packageRoot);

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
 * {@link withSip031Recipient} make it that of another network.
 */
export function readOwnContract(name: OwnContract): string {
  return OWN_CONTRACTS[name].map((file) => readFileSync(new URL(`${file}.clar`, FOLDER), 'utf8')).join('\n');
}

/** Returns the source of a boot contract that this project writes itself, with the settings of the networks of this package. */
export function ownContract(name: OwnContract): string {
  const source = readOwnContract(name);
  return name === 'pox-5' ? configurePox5(source, POX_5_SETTINGS) : withSip031Recipient(source, SIP_031_RECIPIENT);
}

/** Who receives the STX of `sip-031` on test networks at first (stacks-core: `SIP_031_TESTNET_ADDR`). */
const SIP_031_RECIPIENT = 'ST1QCN9YMXMJPJ0Y5EMR627FCWDXQWT1CRK9CWN23';

/** Replaces who receives the STX of `sip-031` (stacks-core: `make_sip_031_body`). */
export function withSip031Recipient(source: string, recipient: string): string {
  return source.replace('(define-data-var recipient principal tx-sender)', `(define-data-var recipient principal '${recipient})`);
}
