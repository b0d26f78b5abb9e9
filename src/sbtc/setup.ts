import { clarityVersion, type SbtcContract } from './deployments.js';
import { AGGREGATE_KEY, SIGNATURES, SIGNERS } from './signers.js';

export type SbtcSetupOptions = {
  deployer: string;
  /** The Stacks epoch of its deployment. @default '3.4' */
  epoch?: string | undefined;
  /** Sats of sBTC by principal. @default nobody has any */
  balances?: Readonly<Record<string, bigint>> | undefined;
};

/** A role of the protocol that mainnet does not have. The registry accepts a contract for any byte. */
const SETUP_ROLE = '0xff';

/**
 * Returns the contract that completes sBTC on a new network. It comes after the contracts of the protocol, from the same deployer. Its
 * deployment mints the balances, then hands the protocol over from the deployer to the signers. It has no functions, so that nobody can
 * mint through it later.
 */
export function sbtcSetup({ deployer, epoch = '3.4', balances = {} }: SbtcSetupOptions): SbtcContract {
  const call = (contract: string, fn: string, ...args: string[]) => `(unwrap-panic (contract-call? .${contract} ${fn} ${args.join(' ')}))`;
  const keys = SIGNERS.map(({ publicKey }) => `0x${publicKey}`).join(' ');
  const lines = [
    ';; Mints the balances that this network starts with, and names its signers.',
    call('sbtc-bootstrap-signers', 'update-protocol-contract-wrapper', SETUP_ROLE, '(as-contract tx-sender)'),
    ...Object.entries(balances)
      .filter(([, amount]) => amount > 0n)
      .map(([principal, amount]) => call('sbtc-token', 'protocol-mint', `u${amount}`, `'${principal}`, SETUP_ROLE)),
    call('sbtc-bootstrap-signers', 'rotate-keys-wrapper', `(list ${keys})`, `0x${AGGREGATE_KEY.publicKey}`, `u${SIGNATURES}`),
  ];
  const mints = Object.entries(balances)
    .filter(([, amount]) => amount > 0n)
    .map(([recipient, amount]) => ({ asset: `${deployer}.sbtc-token::sbtc-token`, recipient, amount }));
  return { deployer, name: 'sbtc-devnet', source: `${lines.join('\n')}\n`, clarityVersion: clarityVersion(epoch), mints };
}
