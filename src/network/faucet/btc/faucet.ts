import { readAmount } from '../../../base/check-amount.js';
import { DevnetError } from '../../../base/error.js';
import type { Deadline } from '../../../base/wait.js';
import { payableScript } from '../../../bitcoin/address.js';
import type { Engine } from '../../../stacks/engine.js';
import type { FaucetKey } from '../keys.js';
import { refuseMainnet } from '../mainnet.js';
import { withPayment } from '../payment.js';
import type { FaucetOptions, FaucetPayment } from '../types.js';
import { DUST } from './change.js';
import { btcFailure } from './failure.js';
import { type BtcWalletServices, createBtcWallet } from './wallet.js';

export type BtcFaucetServices = Omit<BtcWalletServices, 'keys'> & {
  keys: readonly FaucetKey[];
  enabled: boolean;
  /** Called before each payment: the faucet pays nothing on mainnet. */
  chains: Engine['chains'];
  /** Sats of one payment. */
  amount: bigint;
  /** Called for each payment that the node accepted. */
  onPayment(address: string, payment: FaucetPayment): void;
};

/** @param deadline of all waits for the payment; the options' own is not read */
export type BtcFaucet = (address: string, options: FaucetOptions, deadline: Deadline) => Promise<FaucetPayment>;

/** How many payments are made for one request, each after the node dropped the previous one for good. */
const PAYMENTS = 3;

/** Creates the BTC faucet. Concurrent requests use different coins; unconfirmed change is spent again. */
export function createBtcFaucet({
  keys: [first, ...others],
  enabled,
  chains,
  amount: usual,
  onPayment,
  ...services
}: BtcFaucetServices): BtcFaucet {
  if (!enabled) return () => Promise.reject(new DevnetError('FAUCET_DISABLED', 'the BTC faucet is switched off'));
  if (first === undefined) return () => Promise.reject(new DevnetError('FAUCET_DISABLED', 'the BTC faucet has no keys'));
  const wallet = createBtcWallet({ ...services, keys: [first, ...others] });

  return async (address, options, deadline) => {
    await refuseMainnet(chains, 'BTC');
    const amount = readAmount(options.amount ?? usual, 'amount', `a whole number of sats, at least ${DUST}`, { least: DUST });
    const script = await payableScript(address, await wallet.chain());
    for (let made = 1; ; made++) {
      const payment = await wallet.send({ address, script, amount }, deadline);
      onPayment(address, payment);
      if (options.wait === false) return payment;
      try {
        const { block } = await services.tracker.waitForTx(payment.txId, deadline);
        return { ...payment, block };
      } catch (error) {
        if (!(error instanceof DevnetError && (error.code === 'DROPPED' || error.code === 'REPLACED'))) throw withPayment(error, payment);
        // Another transaction spent its coins, so it can never be mined: a new payment does not pay twice.
        if (made === PAYMENTS) throw btcFailure(`the node dropped the payment ${made} times, last as ${payment.txId}`);
      }
    }
  };
}
