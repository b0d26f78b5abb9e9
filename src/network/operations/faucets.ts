import { checkAddressText } from '../../base/address-hint.js';
import { BTC, SBTC, STX, type Unit } from '../../base/units.js';
import type { FaucetPayment } from '../data.js';
import { amount, type Codec, flag, object, optional, text, whole } from './codec.js';
import { limits } from './fields.js';
import { operation } from './operation.js';

const block = object(
  {
    height: whole('its height'),
    hash: text('its hash'),
    burnHeight: optional(whole("the height of the Bitcoin block that a Stacks block's tenure belongs to")),
  },
  'The block that holds it.',
);

/** A payment. Its amount is in base units; `txId` has 0x on Stacks, `txRaw` never. */
const payment: Codec<FaucetPayment> = object(
  {
    txId: text('64 hex digits, on Stacks with 0x'),
    txRaw: text('the raw transaction as hex without 0x'),
    amount: amount('base units: sats (BTC, sBTC) or micro-STX'),
    block: optional(block),
  },
  'The payment was broadcast, and with `block` confirmed.',
);

/** The fields of a payment. */
const order = (unit: Unit) => ({
  address: addressOn(unit === BTC ? 'btc' : 'stx'),
  /**
   * Sats of BTC or sBTC, or micro-STX: a bigint, or a number that is a safe integer.
   * @default the configured amount: 1 BTC, 500 STX, 0.01 sBTC
   */
  amount: optional(amount(`a whole number of ${unit.base} of at least 1`, unit)),
  /** true: resolve once the payment is in a block; false: once the node accepted it. @default true */
  wait: optional(flag('whether to answer after the block that holds the payment', true)),
  ...limits,
});

/** An address, or the name of an account. A value of another kind may be an account, whose key must not travel. */
function addressOn(chain: 'btc' | 'stx'): Codec<string> {
  const expected = chain === 'btc' ? 'a Bitcoin address' : 'a Stacks address';
  return {
    ...text(`${expected}, or the name of an account`, { minLength: 1 }),
    encode(address) {
      checkAddressText(address, chain, expected);
      return address;
    },
  };
}

const pays = {
  effect: 'changes',
  positional: ['address'],
  output: payment,
  errors: ['FAUCET_DISABLED', 'FAUCET_FAILED', 'TIMEOUT', 'ROLLED_BACK', 'UNSUPPORTED'],
} as const;

export const faucet = {
  /**
   * Sends BTC to any regtest address, or to an account by its name.
   * @throws DevnetError INVALID_INPUT, FAUCET_DISABLED, FAUCET_FAILED, TIMEOUT
   * @example
   * const { txId, block } = await devnet.faucet.btc('wallet_1', { amount: 50_000n });
   */
  btc: operation({
    ...pays,
    summary: 'Send BTC, any amount',
    input: order(BTC),
    waitsFor: () => 'the BTC faucet',
    http: { id: 'sendBtc', method: 'POST', path: '/faucets/btc' },
    cli: { command: 'faucet btc', byHand: true },
    run: (network, address, options = {}) => network.faucet.btc(address, options),
  }),
  /**
   * Sends STX to a testnet address or contract principal, or to an account by its name.
   * @throws DevnetError INVALID_INPUT, FAUCET_DISABLED, FAUCET_FAILED, TIMEOUT
   * @example
   * const { txId } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address, { amount: 1_000_000n, wait: false });
   * await devnet.stacks.waitForTx(txId);
   */
  stx: operation({
    ...pays,
    summary: 'Send STX, any amount',
    input: {
      ...order(STX),
      /** Send the amount that one solo stacker needs: the PoX minimum plus 20 %. Excludes `amount`. @default false */
      stacking: optional(flag('what one solo stacker needs')),
    },
    waitsFor: () => 'the STX faucet',
    http: { id: 'sendStx', method: 'POST', path: '/faucets/stx' },
    cli: { command: 'faucet stx', byHand: true },
    run: (network, address, options = {}) => network.faucet.stx(address, options),
  }),
  /**
   * Sends sBTC to a testnet address or contract principal, or to an account by its name.
   * @throws DevnetError INVALID_INPUT, FAUCET_DISABLED, FAUCET_FAILED, TIMEOUT
   * @example
   * const { amount } = await devnet.faucet.sbtc('wallet_1');
   */
  sbtc: operation({
    ...pays,
    summary: 'Send sBTC, any amount',
    input: order(SBTC),
    waitsFor: () => 'the sBTC faucet',
    http: { id: 'sendSbtc', method: 'POST', path: '/faucets/sbtc' },
    cli: { command: 'faucet sbtc', byHand: true },
    run: (network, address, options = {}) => network.faucet.sbtc(address, options),
  }),
};
