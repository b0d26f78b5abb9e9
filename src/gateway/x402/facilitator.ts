import { setTimeout as delay } from 'node:timers/promises';
import { once } from '../../base/async.js';
import { DevnetError, messageOf } from '../../base/error.js';
import type { WaitOptions } from '../../base/wait.js';
import type { StacksClient } from '../../stacks/client.js';
import type { StacksTxReceipt } from '../../stacks/receipt.js';
import type { RpcFaults } from '../../stacks/rpc-faults.js';
import { Refusal, type RefusalReason } from './refusal.js';
import { readPaymentRequest } from './request.js';
import type { Transfer } from './transfer.js';
import { type Chain, checkState, checkTransfer } from './verify.js';

export type FacilitatorParts = {
  node: Pick<StacksClient, 'account' | 'callRead' | 'broadcast' | 'info'>;
  /** The contract of sBTC's token; undefined without sBTC. */
  sbtc: string | undefined;
  simulate: Chain['simulate'];
  /** Returns the receipt of a transaction of the chain. */
  receipt(txid: string): StacksTxReceipt | undefined;
  waitForTx(txid: string, options: WaitOptions): Promise<StacksTxReceipt>;
  /** What happens on purpose to requests to the node: a facilitator is a client as others are. */
  faults: RpcFaults;
  /** Calls back after each restore, which can undo what was settled. */
  onRestored(callback: () => void): void;
  /** Ends waits. */
  closing: AbortSignal;
};

/** The answer of `verify` (x402 v2). */
type VerifyAnswer = { isValid: boolean; invalidReason?: RefusalReason; invalidMessage?: string; payer?: string | undefined };

/** The answer of `settle`: the fields of x402 v2, and those of the proposal for Stacks. */
type SettleAnswer = {
  success: boolean;
  errorReason?: RefusalReason;
  errorMessage?: string;
  payer?: string | undefined;
  /** With 0x; empty if the transaction was not sent. */
  transaction: string;
  network: string;
  amount?: string;
  status?: 'confirmed';
  tx_id?: string;
  sender_address?: string;
  recipient_address?: string;
  block_height?: number;
};

/** A facilitator of x402 for the scheme `exact` on Stacks: it checks signed transfers, and sends them. */
export type Facilitator = {
  supported(): Promise<object>;
  verify(body: unknown): Promise<VerifyAnswer>;
  settle(body: unknown): Promise<SettleAnswer>;
};

/** The longest wait for a block, in ms: shorter than the 50 s after which x402-stacks gives up. */
const LONGEST_WAIT_MS = 45_000;

export function createFacilitator(parts: FacilitatorParts): Facilitator {
  const { node, sbtc, simulate, receipt, waitForTx, faults, onRestored, closing } = parts;
  /** Payments that were answered with success: none counts twice, also while a reorganisation has it in no block. */
  const settled = new Set<string>();
  /** Payments that were sent here: one that is in a block late may be settled then. */
  const sent = new Set<string>();
  const running = new Set<string>();
  const chainId = once(async () => (await node.info()).networkId);
  onRestored(() => {
    for (const txid of settled) if (receipt(txid) === undefined) settled.delete(txid);
  });
  const networkName = async (): Promise<string> => `stacks:${await chainId()}`;

  const check = async (body: unknown): Promise<{ transfer: Transfer; maxTimeoutSeconds: number }> => {
    const request = readPaymentRequest(body, await networkName());
    const chain = { node, sbtc, simulate, chainId: await chainId() };
    const transfer = checkTransfer(request, chain);
    const { txid, payer } = transfer;
    if (running.has(txid)) throw new Refusal('invalid_transaction_state', `${txid} is being settled.`, { payer });
    const isMined = receipt(txid) !== undefined;
    if (settled.has(txid)) throw new Refusal('invalid_transaction_state', `${txid} was settled before.`, { payer });
    if (isMined && !sent.has(txid)) throw new Refusal('invalid_transaction_state', `${txid} is in a block already.`, { payer });
    if (!isMined) await checkState(transfer, chain);
    return { transfer, maxTimeoutSeconds: request.requirements.maxTimeoutSeconds };
  };

  /** Sends the transaction as a client of the node does. */
  const broadcast = async ({ transaction: { raw }, txid, payer }: Transfer): Promise<void> => {
    sent.add(txid);
    const { delayMs = 0, failure } = faults.fault('/v2/transactions') ?? {};
    if (delayMs > 0) await delay(delayMs, undefined, { signal: closing });
    const lost = new Refusal('broadcast_failed', `The node answered ${failure?.status}: a fault of the network.`, { payer });
    if (failure?.lost === 'request') throw lost;
    if (faults.take(raw) === undefined) await node.broadcast(raw).catch((error: unknown) => Promise.reject(refused(error, payer)));
    if (failure !== undefined) throw lost;
  };

  const settleOnce = async ({ transfer, maxTimeoutSeconds }: Awaited<ReturnType<typeof check>>): Promise<SettleAnswer> => {
    const { txid, payer, sender, recipient, amount } = transfer;
    if (receipt(txid) === undefined) await broadcast(transfer);
    const timeoutMs = Math.min(maxTimeoutSeconds * 1_000, LONGEST_WAIT_MS);
    const mined = await waitForTx(txid, { timeoutMs, signal: closing }).catch((error: unknown) => Promise.reject(unsettled(error, payer)));
    if (mined.status !== 'success') {
      throw new Refusal('transaction_failed', `The transaction failed: ${mined.reason ?? mined.result.repr}`, { payer });
    }
    settled.add(txid);
    return {
      success: true,
      payer,
      transaction: txid,
      network: await networkName(),
      amount: `${amount}`,
      status: 'confirmed',
      tx_id: txid,
      sender_address: sender,
      recipient_address: recipient,
      block_height: mined.block.height,
    };
  };

  return {
    async supported() {
      return { kinds: [{ x402Version: 2, scheme: 'exact', network: await networkName() }], extensions: [], signers: {} };
    },
    async verify(body) {
      try {
        const { transfer } = await check(body);
        return { isValid: true, payer: transfer.payer };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { reason, message, payer } = error;
        return { isValid: false, invalidReason: reason, invalidMessage: message, ...(payer && { payer }) };
      }
    },
    async settle(body) {
      let transaction = '';
      try {
        const checked = await check(body);
        const { txid, payer } = checked.transfer;
        // Another request may have settled it during the check.
        if (running.has(txid) || settled.has(txid))
          throw new Refusal('invalid_transaction_state', `${txid} is settled by another request.`, { payer });
        running.add(txid);
        transaction = txid;
        try {
          return await settleOnce(checked);
        } finally {
          running.delete(txid);
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { reason, message, payer } = error;
        const network = await networkName();
        return { success: false, errorReason: reason, errorMessage: message, ...(payer && { payer }), transaction, network };
      }
    },
  };
}

/** What the node says of a transaction that it refuses. */
function refused(error: unknown, payer: string): unknown {
  if (!(error instanceof DevnetError) || error.code !== 'RPC') return error;
  return new Refusal('broadcast_failed', messageOf(error), { payer, cause: error });
}

/** Why a transaction that was sent is in no block. */
function unsettled(error: unknown, payer: string): unknown {
  const reasons: Readonly<Record<string, RefusalReason>> = {
    TIMEOUT: 'transaction_pending',
    ROLLED_BACK: 'transaction_pending',
    DROPPED: 'transaction_not_found',
    REPLACED: 'invalid_transaction_state',
  };
  const reason = error instanceof DevnetError ? reasons[error.code] : undefined;
  return reason === undefined ? error : new Refusal(reason, messageOf(error), { payer, cause: error });
}
