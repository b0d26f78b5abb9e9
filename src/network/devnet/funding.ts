import type { Funding } from '../../stacks/engine.js';
import type { Account } from '../data.js';
import { defaultCoinbaseKey, type FaucetKey } from '../faucet/keys.js';

/** The initial balance of an account: micro-STX, and sats at its P2PKH address. */
const ACCOUNT_STX = 100_000_000_000_000n;
const ACCOUNT_BTC = 1_000_000_000n;
/** The initial balance of each key of the STX faucet, in micro-STX. */
const FAUCET_STX = 1_000_000_000_000_000n;
/** The initial balance of an address that only pays fees, in micro-STX. */
const FEES_STX = 1_000_000_000_000n;
/** The initial balance of an account, and of each key of the sBTC faucet, in sats. */
const ACCOUNT_SBTC = 1_000_000_000n;
const FAUCET_SBTC = 2_000_000_000_000n;
/** What the signers of sBTC have at the beginning, in sats: more than all accounts have in sBTC. */
const SIGNERS_BTC = 10_000_000_000n;
/** The BTC faucet starts with many coins, so that concurrent requests do not spend each other's change. */
const FAUCET_COINS = 100;
const FAUCET_COIN = 1_000_000_000n;

/** The initial balances of accounts by name, in micro-STX and sats of sBTC. @default those of all other accounts */
type OwnBalances = Readonly<Record<string, { balance?: bigint | undefined; sbtcBalance?: bigint | undefined }>>;

export type FundingPlan = {
  accounts: readonly Account[];
  own?: OwnBalances | undefined;
  /** Micro-STX by principal; they replace the initial balance of an account or faucet key. */
  balances: Readonly<Record<string, bigint>>;
  stxKeys: readonly FaucetKey[];
  /** Addresses that only pay fees. */
  feePayers: readonly string[];
  btcKeys: readonly FaucetKey[];
  /** The address of the signers of sBTC, who pay withdrawals; undefined if the network has no sBTC. */
  signersAddress: string | undefined;
};

/** Plans the initial coins of a network. */
export function planFunding({ accounts, own = {}, balances, stxKeys, feePayers, btcKeys, signersAddress }: FundingPlan): Funding {
  const stacks = new Map<string, bigint>([
    ...feePayers.map((address) => [address, FEES_STX] as const),
    ...accounts.map(({ stx }) => [stx.address, ACCOUNT_STX] as const),
    ...stxKeys.map(({ address }) => [address, FAUCET_STX] as const),
    ...ownAmounts(accounts, own, 'balance'),
    ...Object.entries(balances),
  ]);
  const fans = btcKeys.length === 0 ? 0 : FAUCET_COINS;
  return {
    coinbaseKey: btcKeys[0]?.privateKey ?? defaultCoinbaseKey(),
    bitcoin: [
      ...accounts.map(({ btc }) => ({ address: btc.address, amount: ACCOUNT_BTC })),
      ...Array.from({ length: fans }, (_, index) => ({ address: btcKeys[index % btcKeys.length]?.address ?? '', amount: FAUCET_COIN })),
      ...(signersAddress === undefined ? [] : [{ address: signersAddress, amount: SIGNERS_BTC }]),
    ],
    stacks: [...stacks].map(([principal, amount]) => ({ principal, amount })).filter(({ amount }) => amount > 0n),
  };
}

/** Returns the balances that the accounts themselves name, by address. They also count for an account whose key a faucet has. */
function ownAmounts(accounts: readonly Account[], own: OwnBalances, coin: 'balance' | 'sbtcBalance'): [string, bigint][] {
  return accounts.flatMap(({ name, stx }) => {
    const amount = own[name]?.[coin];
    return amount === undefined ? [] : [[stx.address, amount]];
  });
}

export type SbtcFundingPlan = {
  accounts: readonly Account[];
  own?: OwnBalances | undefined;
  /** Sats by principal; they replace the initial balance of an account or faucet key. */
  balances: Readonly<Record<string, bigint>>;
  sbtcKeys: readonly FaucetKey[];
};

/** Plans the initial balances of sBTC, in sats by principal. */
export function planSbtcFunding({ accounts, own = {}, balances, sbtcKeys }: SbtcFundingPlan): Record<string, bigint> {
  return Object.fromEntries([
    ...accounts.map(({ stx }) => [stx.address, ACCOUNT_SBTC] as const),
    ...sbtcKeys.map(({ address }) => [address, FAUCET_SBTC] as const),
    ...ownAmounts(accounts, own, 'sbtcBalance'),
    ...Object.entries(balances),
  ]);
}
