import type { FaucetPayment } from '../faucet/types.js';
import type { DevnetEvent } from './types.js';

type PaymentEvent = Extract<DevnetEvent, { type: 'faucet.payment' }>;

/** What the faucets pay, as events. */
export type PaymentEvents = {
  /** What tells of the payments on one chain. */
  told(chain: PaymentEvent['chain']): (address: string, payment: FaucetPayment) => void;
  /** @returns the function that ends it */
  subscribe(listener: (event: PaymentEvent) => void): () => void;
};

export function createPaymentEvents(): PaymentEvents {
  const listeners = new Set<{ tell(event: PaymentEvent): void }>();
  return {
    told: (chain) => (address, payment) => {
      const event: PaymentEvent = { type: 'faucet.payment', chain, txId: payment.txId, address, amount: `${payment.amount}` };
      for (const listener of [...listeners]) listener.tell(event);
    },
    subscribe(tell) {
      const listener = { tell };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
