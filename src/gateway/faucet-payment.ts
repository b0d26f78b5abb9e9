import type { FastifyReply, FastifyRequest } from 'fastify';
import { adviceOf } from '../base/advice.js';
import { DevnetError } from '../base/error.js';
import type { FaucetPayment } from '../network/data.js';
import { COIN_NAMES, type FaucetCoin } from '../network/faucet.js';
import { whenGone } from './client-gone.js';

export type PaymentOrder = {
  coin: FaucetCoin;
  address: string;
  /** Base units. @default the configured amount */
  amount?: bigint | undefined;
  /** The amount that one solo stacker needs; STX only. */
  stacking?: boolean | undefined;
  /** How long to wait for the block that holds the payment, in ms; undefined: answer after the broadcast. */
  deadlineMs: number | undefined;
};

/** A broadcast payment: with its block, or with `lastSeen` after a timeout, or with neither if there was no wait. */
export type SentPayment = FaucetPayment & { lastSeen?: string | undefined };

/**
 * Pays, and waits for the block if the order asks for it. The faucet repeats a payment that the node drops meanwhile.
 * @throws DevnetError RATE_LIMITED, INVALID_INPUT, FAUCET_DISABLED, FAUCET_FAILED, ROLLED_BACK, NOT_READY, NOT_REACHABLE, ABORTED
 */
export async function pay(order: PaymentOrder, request: FastifyRequest, reply: FastifyReply): Promise<SentPayment> {
  const { devnet, closing, policy, journal } = request.services;
  const { coin, address, amount, stacking, deadlineMs } = order;
  const options = deadlineMs === undefined ? { wait: false } : { timeoutMs: deadlineMs, signal: whenGone(reply.raw, closing) };
  const giveBack = await policy?.admitPayment(request, reply, stacking === true ? 'stacking' : coin, address);
  const began = performance.now();
  const note = (result: 'paid' | 'failed', wait: 'confirmed' | 'timeout' | 'failed'): void => {
    const on = { chain: coin === 'btc' ? 'bitcoin' : 'stacks', coin } as const;
    journal.note({ type: 'payment', ...on, result });
    if (deadlineMs !== undefined) journal.note({ type: 'wait', ...on, result: wait, seconds: (performance.now() - began) / 1000 });
  };
  try {
    const payment = await devnet.faucet[coin](address, { ...options, amount, stacking });
    note('paid', 'confirmed');
    return payment;
  } catch (error) {
    if (error instanceof DevnetError && error.code === 'TIMEOUT' && error.payment !== undefined) {
      note('paid', 'timeout');
      return { ...error.payment, lastSeen: error.lastSeen ?? 'broadcast' };
    }
    note('failed', 'failed');
    if (!mayBePaid(error)) await giveBack?.();
    throw explain(error, coin);
  }
}

/** Returns whether a payment may have been made although the request failed. */
function mayBePaid(error: unknown): boolean {
  return error instanceof DevnetError && (error.payment !== undefined || error.code === 'ROLLED_BACK');
}

/** Errors with a status of their own: bad input, or a network that does not answer. All others are failures of the payment. */
const OWN_STATUS = new Set(['INVALID_INPUT', 'ROLLED_BACK', 'NOT_READY', 'NOT_REACHABLE', 'ABORTED']);

function explain(error: unknown, coin: FaucetCoin): unknown {
  if (!(error instanceof DevnetError)) {
    return new DevnetError('FAUCET_FAILED', 'Faucet call failed: something unforeseen happened', { cause: error });
  }
  if (OWN_STATUS.has(error.code)) return error;
  const { message, lastSeen, replacedBy } = error;
  const hint = adviceOf(error);
  if (error.code === 'FAUCET_DISABLED') {
    return new DevnetError('FAUCET_DISABLED', `${COIN_NAMES[coin]} faucet is not fully configured`, {
      hint: hint ?? message,
      cause: error,
    });
  }
  return new DevnetError('FAUCET_FAILED', `Faucet call failed: ${message}`, { hint, lastSeen, replacedBy, cause: error });
}
