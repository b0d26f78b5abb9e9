import type { StacksClient } from '../chains/stacks/client/client.js';
import { checkTestnetPrincipal } from '../chains/stacks/principal.js';
import type { Engine, EngineEvent } from '../engines/engine.js';
import { DevnetError, invalid } from '../error.js';
import type { StacksTracker } from '../history/stacks.js';
import { wait } from '../wait.js';
import { type Deadline, startDeadline } from './deadline.js';
import type { FaucetKey } from './keys.js';
import { refuseMainnet } from './mainnet.js';
import { withPayment } from './payment.js';
import { createStxLane, STX_FEE, type StxLane } from './stx-lane.js';
import type { FaucetPayment, StxFaucetOptions } from './types.js';

export type StxFaucetServices = {
  rpc: StacksClient;
  tracker: StacksTracker;
  subscribe: Engine['subscribe'];
  keys: readonly FaucetKey[];
  enabled: boolean;
  /** Asked before each payment: on mainnet nothing is paid. */
  chains: Engine['chains'];
  /** Micro-STX of one payment. */
  amount: bigint;
  /** Told of each payment that the node accepted. */
  onPayment(address: string, payment: FaucetPayment): void;
  /** Fires, with an error as its reason, when the network ends. */
  closed: AbortSignal;
};

export type StxFaucet = (address: string, options?: StxFaucetOptions) => Promise<FaucetPayment>;

/** How often a payment is made anew after the node lost it for good. */
const PAYMENTS = 3;

/**
 * The STX faucet. Payments spread over several keys, an idle one first, so that requests at once run side by side and no nonce
 * collides; what the node drops or a reorganisation takes back is sent again.
 */
export function createStxFaucet(services: StxFaucetServices): StxFaucet {
  const { rpc, tracker, subscribe, keys, closed } = services;
  const isKnown = (txId: string): boolean => ['mempool', 'block'].includes(tracker.ledger.state(txId).at);
  const lanes = keys.map((key) => createStxLane(key, rpc, isKnown));
  const resending = new Map<string, Promise<boolean>>();
  const resend = (lane: StxLane, txId: string): Promise<boolean> => {
    const running = resending.get(txId) ?? lane.resend(txId).finally(() => resending.delete(txId));
    resending.set(txId, running);
    return running;
  };
  const unsubscribe = subscribe((event) => follow(lanes, tracker, resend, event));
  closed.addEventListener('abort', unsubscribe, { once: true });

  const submit = async (recipient: string, amount: bigint, deadline: Deadline): Promise<FaucetPayment> => {
    for (;;) {
      const height = tracker.ledger.height();
      const usable = lanes.filter((lane) => lane.key.address !== recipient);
      let full = false;
      let richest = 0n;
      for (const lane of usable.sort((a, b) => a.load() - b.load() || a.pending() - b.pending())) {
        const result = await lane.send(recipient, amount);
        if (!('refused' in result)) return result;
        if (result.refused === 'full') full = true;
        else if (result.balance > richest) richest = result.balance;
      }
      if (usable.length === 0) throw failed(`the recipient is the faucet's only account`);
      if (!full) {
        throw failed(
          `it has run out of tokens: the payment needs ${amount + STX_FEE} micro-STX with its fee, the fullest key has ${richest}`,
        );
      }
      await nextBlock(services, height, deadline);
    }
  };

  /** Resolves when the payment is in a block, undefined when the node lost it and does not take it back. */
  const confirmation = async (payment: FaucetPayment, deadline: Deadline): Promise<FaucetPayment | undefined> => {
    for (;;) {
      try {
        const { status, reason, block } = await tracker.waitForTx(payment.txId, deadline.left());
        if (status !== 'success') throw failed(`transaction ${payment.txId} was mined without effect: ${reason ?? status}`);
        return { ...payment, block };
      } catch (error) {
        if (!(error instanceof DevnetError && (error.code === 'DROPPED' || error.code === 'REPLACED'))) throw withPayment(error, payment);
        const lane = lanes.find((candidate) => candidate.made(payment.txId));
        if (lane === undefined || !(await resend(lane, payment.txId))) return undefined;
        if (tracker.ledger.state(payment.txId).at === 'dropped') tracker.ledger.pending(payment.txId);
      }
    }
  };

  return async (address, options = {}) => {
    if (!services.enabled || lanes.length === 0) {
      throw new DevnetError('FAUCET_DISABLED', services.enabled ? 'the STX faucet has no keys' : 'the STX faucet is switched off');
    }
    await refuseMainnet(services.chains, 'STX');
    checkTestnetPrincipal(address, 'address');
    const deadline = startDeadline(options);
    const amount = await amountOf(services, options);
    for (let made = 1; ; made++) {
      const payment = await submit(address, amount, deadline);
      services.onPayment(address, payment);
      if (options.wait === false) return payment;
      const confirmed = await confirmation(payment, deadline);
      if (confirmed !== undefined) return confirmed;
      if (made === PAYMENTS) throw failed(`the node dropped the payment ${made} times, last as ${payment.txId}`);
    }
  };
}

/** What one solo stacker needs is the node's minimum and a fifth of it, rounded up: never less than was asked for. */
async function amountOf({ rpc, amount }: StxFaucetServices, options: StxFaucetOptions): Promise<bigint> {
  if (options.stacking === true) {
    if (options.amount !== undefined) throw invalid('amount', 'nothing beside stacking', options.amount);
    return ((await rpc.pox()).minAmount * 6n + 4n) / 5n;
  }
  if (options.amount !== undefined && (typeof options.amount !== 'bigint' || options.amount < 1n)) {
    throw invalid('amount', 'a whole number of micro-STX of at least 1, as bigint', options.amount);
  }
  return options.amount ?? amount;
}

function follow(
  lanes: readonly StxLane[],
  tracker: StacksTracker,
  resend: (lane: StxLane, txId: string) => Promise<boolean>,
  event: EngineEvent,
): void {
  switch (event.type) {
    case 'stacks.block':
      for (const { txid } of event.receipts) lanes.find((lane) => lane.made(txid))?.confirmed(txid);
      for (const lane of lanes) lane.newBlock();
      return;
    case 'stacks.dropped': {
      const lane = lanes.find((candidate) => candidate.made(event.txid));
      lane?.freed(event.txid);
      // Without its nonce the key's later payments could never be mined; a replacement has taken the nonce already.
      if (lane !== undefined && event.replacedBy === undefined) void resend(lane, event.txid);
      return;
    }
    case 'stacks.reorg': {
      const orphaned = (txId: string): boolean => tracker.ledger.state(txId).at === 'orphaned';
      const alive = (txId: string): boolean => orphaned(txId) || tracker.ledger.state(txId).at === 'mempool';
      for (const lane of lanes) {
        lane.reset(alive);
        for (const txId of lane.payments().filter(orphaned)) void resend(lane, txId);
      }
      return;
    }
    case 'restored':
      for (const lane of lanes) lane.reset((txId) => tracker.ledger.state(txId).at === 'mempool');
      return;
    default:
  }
}

function nextBlock({ subscribe, tracker, closed }: StxFaucetServices, height: number, deadline: Deadline): Promise<void> {
  return wait<void>({
    ...deadline.left(),
    closed,
    what: 'a Stacks block, because every faucet key has as many payments waiting as the node allows',
    details: () => ({ lastSeen: `Stacks block ${tracker.ledger.height()}` }),
    begin(settle) {
      if (tracker.ledger.height() !== height) settle.resolve();
      return subscribe((event) => {
        if (event.type === 'stacks.block' || event.type === 'restored') settle.resolve();
      });
    },
  });
}

function failed(reason: string): DevnetError {
  return new DevnetError('FAUCET_FAILED', `the STX faucet could not pay: ${reason}`);
}
