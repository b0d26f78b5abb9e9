import type { ServerResponse } from 'node:http';
import type { BlockRef, FaucetPayment } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { whenGone } from './client-gone.js';
import type { Services } from './services.js';

export type PaymentOrder = {
  chain: 'btc' | 'stx';
  address: string;
  /** The amount that one solo stacker needs; STX only. */
  stacking?: boolean | undefined;
  /** How long to wait for the block that holds the payment, in ms; undefined: answer after the broadcast. */
  deadlineMs: number | undefined;
};

/** A payment that was broadcast: with its block, or with what was last seen when the deadline passed, or neither without a wait. */
export type SentPayment = FaucetPayment & { lastSeen?: string | undefined };

/**
 * Pays, and waits for the block when the order says so.
 * @throws DevnetError INVALID_INPUT, FAUCET_DISABLED, FAUCET_FAILED, ROLLED_BACK, NOT_READY, NOT_REACHABLE, ABORTED
 */
export async function pay({ devnet, closing }: Services, order: PaymentOrder, response: ServerResponse): Promise<SentPayment> {
  const { chain, address, stacking, deadlineMs } = order;
  try {
    const payment = await (chain === 'btc'
      ? devnet.faucet.btc(address, { wait: false })
      : devnet.faucet.stx(address, { wait: false, stacking }));
    if (deadlineMs === undefined) return payment;
    return await settled(payment, () => {
      const limits = { timeoutMs: deadlineMs, signal: whenGone(response, closing) };
      return chain === 'btc' ? bitcoinBlock(devnet, payment, limits) : stacksBlock(devnet, payment, limits);
    });
  } catch (error) {
    throw explain(error, chain);
  }
}

type Limits = { timeoutMs: number; signal: AbortSignal };

async function settled(payment: FaucetPayment, block: () => Promise<BlockRef>): Promise<SentPayment> {
  try {
    return { ...payment, block: await block() };
  } catch (error) {
    if (!(error instanceof DevnetError) || error.code !== 'TIMEOUT') throw error;
    return { ...payment, lastSeen: error.lastSeen ?? 'broadcast' };
  }
}

async function bitcoinBlock(devnet: Services['devnet'], { txId }: FaucetPayment, limits: Limits): Promise<BlockRef> {
  return (await devnet.bitcoin.waitForTx(txId, limits)).block;
}

async function stacksBlock(devnet: Services['devnet'], { txId }: FaucetPayment, limits: Limits): Promise<BlockRef> {
  const { status, reason, block } = await devnet.stacks.waitForTx(txId, limits);
  if (status !== 'success') throw new DevnetError('FAUCET_FAILED', `the payment ${txId} was mined but aborted: ${reason ?? status}`);
  return block;
}

/** What is neither the caller's fault nor that of a network which is not there is a failure of the payment. */
const OWN_STATUS = new Set(['INVALID_INPUT', 'ROLLED_BACK', 'NOT_READY', 'NOT_REACHABLE', 'ABORTED']);

function explain(error: unknown, chain: PaymentOrder['chain']): unknown {
  if (!(error instanceof DevnetError)) {
    return new DevnetError('FAUCET_FAILED', 'Faucet call failed: something unforeseen happened', { cause: error });
  }
  if (OWN_STATUS.has(error.code)) return error;
  const { message, hint, lastSeen, replacedBy } = error;
  if (error.code === 'FAUCET_DISABLED') {
    return new DevnetError('FAUCET_DISABLED', `${chain.toUpperCase()} faucet is not fully configured`, {
      hint: hint ?? message,
      cause: error,
    });
  }
  return new DevnetError('FAUCET_FAILED', `Faucet call failed: ${message}`, { hint, lastSeen, replacedBy, cause: error });
}
