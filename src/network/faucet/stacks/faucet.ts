import { readAmount } from '../../../base/check-amount.js';
import { DevnetError, invalid } from '../../../base/error.js';
import { type Deadline, wait } from '../../../base/wait.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { Engine, EngineEvent } from '../../../stacks/engine.js';
import { hasMainnetAddresses } from '../../../stacks/engine.js';
import type { StacksTracker, SubscribeTracked } from '../../../stacks/history.js';
import { checkPrincipal } from '../../../stacks/principal.js';
import type { Transaction } from '../../../stacks/transactions.js';
import type { FaucetKey } from '../keys.js';
import { refuseMainnet } from '../mainnet.js';
import { withPayment } from '../payment.js';
import type { PaymentTurnsOf } from '../payment-turns.js';
import type { FaucetPayment, StxFaucetOptions } from '../types.js';
import type { Coin } from './coin.js';
import { createKeyQueue, type KeyQueue } from './key-queue.js';

export type StacksFaucetServices = {
  coin: Coin;
  rpc: StacksClient;
  tracker: StacksTracker;
  /** Returns the transactions that wait for a block. */
  mempool(): readonly Transaction[];
  subscribe: SubscribeTracked;
  keys: readonly FaucetKey[];
  enabled: boolean;
  /** Called before each payment: the faucet pays nothing on mainnet. */
  chains: Engine['chains'];
  /** The amount of one payment. */
  amount: bigint;
  /** Called for each payment that the node accepted. */
  onPayment(address: string, payment: FaucetPayment): void;
  /** Keeps replicas apart that pay from the same keys. */
  turnsOf: PaymentTurnsOf;
  /** Fires, with an error as its reason, when the network ends. */
  closed: AbortSignal;
};

/** @param deadline of all waits for the payment; the options' own is not read */
export type StacksFaucet = (address: string, options: StxFaucetOptions, deadline: Deadline) => Promise<FaucetPayment>;

/** How many payments are made for one request, each after the node dropped the previous one for good. */
const PAYMENTS = 3;

/**
 * Creates a faucet of the Stacks chain. It pays from several keys, idle ones first, so that concurrent requests run in parallel without
 * nonce conflicts.
 * Payments that the node drops or a reorganization removes are broadcast again.
 */
export function createStacksFaucet(services: StacksFaucetServices): StacksFaucet {
  const { coin, rpc, tracker, mempool, subscribe, keys, turnsOf, closed } = services;
  const isKnown = (txId: string): boolean => ['mempool', 'block'].includes(tracker.ledger.state(txId).at);
  const queues = keys.map((key) => createKeyQueue({ coin, key, rpc, isKnown, turns: turnsOf(key.address) }));
  const resending = new Map<string, Promise<boolean>>();
  const resend = (queue: KeyQueue, txId: string): Promise<boolean> => {
    const running = resending.get(txId) ?? queue.resend(txId).finally(() => resending.delete(txId));
    resending.set(txId, running);
    return running;
  };
  const rewind = (isPending: (txId: string) => boolean): void => {
    const waiting = mempool();
    for (const queue of queues) queue.onRewind(isPending, waiting);
  };
  // The network that this one is a copy of may have paid from these keys.
  rewind(tracker.ledger.isPending);
  const unsubscribe = subscribe((event) => follow({ queues, tracker, rewind, resend }, event));
  closed.addEventListener('abort', unsubscribe, { once: true });

  const submit = async (recipient: string, amount: bigint, deadline: Deadline): Promise<FaucetPayment> => {
    for (;;) {
      const height = tracker.ledger.height();
      const usable = queues.filter((queue) => queue.key.address !== recipient);
      let full = false;
      let richest = 0n;
      for (const queue of usable.sort((a, b) => a.load() - b.load() || a.pending() - b.pending())) {
        const result = await queue.send(recipient, amount);
        if (!('refused' in result)) return result;
        if (result.refused === 'full') full = true;
        else if (result.balance > richest) richest = result.balance;
      }
      if (usable.length === 0) throw failed(coin, `the recipient is the faucet's only account`);
      if (!full) {
        const needed = `${amount + coin.fee} ${coin.unit}${coin.fee > 0n ? ' with its fee' : ''}`;
        throw failed(coin, `it has run out of tokens: the payment needs ${needed}, the fullest key has ${richest}`);
      }
      await nextBlock(services, height, deadline);
    }
  };

  /** Resolves when the payment is in a block; with undefined if the node dropped it and refuses it now. */
  const confirmation = async (payment: FaucetPayment, deadline: Deadline): Promise<FaucetPayment | undefined> => {
    for (;;) {
      try {
        const { status, reason, block } = await tracker.waitForTx(payment.txId, deadline);
        if (status !== 'success') throw failed(coin, `transaction ${payment.txId} was mined without effect: ${reason ?? status}`);
        return { ...payment, block };
      } catch (error) {
        if (!(error instanceof DevnetError && (error.code === 'DROPPED' || error.code === 'REPLACED'))) throw withPayment(error, payment);
        const queue = queues.find((candidate) => candidate.hasSigned(payment.txId));
        if (queue === undefined || !(await resend(queue, payment.txId))) return undefined;
        if (tracker.ledger.state(payment.txId).at === 'dropped') tracker.ledger.pending(payment.txId);
      }
    }
  };

  return async (address, options, deadline) => {
    if (!services.enabled || queues.length === 0) {
      throw new DevnetError('FAUCET_DISABLED', `the ${coin.name} faucet ${services.enabled ? 'has no keys' : 'is switched off'}`);
    }
    const chains = await refuseMainnet(services.chains, coin.name);
    checkPrincipal(address, 'address', { isMainnet: hasMainnetAddresses(chains.stacks) });
    const amount = await amountOf(services, options);
    for (let made = 1; ; made++) {
      const payment = await submit(address, amount, deadline);
      services.onPayment(address, payment);
      if (options.wait === false) return payment;
      const confirmed = await confirmation(payment, deadline);
      if (confirmed !== undefined) return confirmed;
      if (made === PAYMENTS) throw failed(coin, `the node dropped the payment ${made} times, last as ${payment.txId}`);
    }
  };
}

async function amountOf({ coin, amount }: StacksFaucetServices, options: StxFaucetOptions): Promise<bigint> {
  if (options.stacking === true) {
    if (coin.stackingAmount === undefined) throw invalid('stacking', 'the STX faucet', `the ${coin.name} faucet`);
    if (options.amount !== undefined) throw invalid('amount', 'no amount together with stacking', options.amount);
    return coin.stackingAmount();
  }
  return readAmount(options.amount ?? amount, 'amount', `a whole number of ${coin.unit} of at least 1`, { least: 1n });
}

type Followed = {
  queues: readonly KeyQueue[];
  tracker: StacksTracker;
  rewind(isPending: (txId: string) => boolean): void;
  resend(queue: KeyQueue, txId: string): Promise<boolean>;
};

function follow({ queues, tracker, rewind, resend }: Followed, event: EngineEvent): void {
  switch (event.type) {
    case 'stacks.block':
      for (const { txid } of event.receipts) queues.find((queue) => queue.hasSigned(txid))?.onConfirmed(txid);
      for (const queue of queues) queue.onBlock();
      return;
    case 'stacks.dropped': {
      const queue = queues.find((candidate) => candidate.hasSigned(event.txid));
      queue?.onDropped(event.txid);
      // Later payments of the key need this nonce. A replacement already uses it.
      if (queue !== undefined && event.replacedBy === undefined) void resend(queue, event.txid);
      return;
    }
    case 'stacks.reorg': {
      const orphaned = (txId: string): boolean => tracker.ledger.state(txId).at === 'orphaned';
      const alive = (txId: string): boolean => tracker.ledger.isPending(txId) || orphaned(txId);
      rewind(alive);
      for (const queue of queues) {
        for (const txId of queue.payments().filter(orphaned)) void resend(queue, txId);
      }
      return;
    }
    case 'restored':
      rewind(tracker.ledger.isPending);
      return;
    default:
  }
}

function nextBlock({ subscribe, tracker, closed }: StacksFaucetServices, height: number, deadline: Deadline): Promise<void> {
  return wait<void>({
    ...deadline,
    closed,
    what: 'a Stacks block, because every faucet key has as many pending payments as the node allows',
    details: () => ({ lastSeen: `Stacks block ${tracker.ledger.height()}` }),
    begin(settle) {
      if (tracker.ledger.height() !== height) settle.resolve();
      return subscribe((event) => {
        if (event.type === 'stacks.block' || event.type === 'restored') settle.resolve();
      });
    },
  });
}

function failed({ name }: Coin, reason: string): DevnetError {
  return new DevnetError('FAUCET_FAILED', `the ${name} faucet could not pay: ${reason}`);
}
