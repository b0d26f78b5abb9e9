import { DevnetError } from '../../../base/error.js';
import { hex0x } from '../../../base/hex.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { NakamotoBlock } from '../../../stacks/codec.js';
import type { UnknownOutcome } from '../../../stacks/engine.js';
import { certainReceipt, createReplay, hasApi, readFromApi, readIndexed } from '../../../stacks/outcomes.js';
import type { StacksReceipt } from '../../../stacks/receipt.js';
import type { Transaction } from '../../../stacks/transactions.js';
import { ignoreTimeout, until } from './until.js';

/** The outcomes of a block's transactions. */
export type Outcomes = { receipts: StacksReceipt[]; unknownOutcomes: UnknownOutcome[] };

export type OutcomeOptions = {
  stacks: Pick<StacksClient, 'getJson'>;
  /** The node's `auth_token`, which allows replays of blocks. */
  authorization?: string | undefined;
  /** Called once if the node refuses the token. */
  onWarning?: ((message: string) => void) | undefined;
  /** Ends waits. */
  ends: AbortSignal;
};

/** The longest lag of an API behind its node in ms. */
const API_LAG = 10_000;
const HINT =
  'Set external.stacksToken to the auth_token of the node, which allows replays of its blocks, ' +
  'or external.stacksRpc to a URL that also serves the Stacks API (/extended).';

/**
 * Returns a function that reads the outcomes of a block's transactions without an event observer: by a replay if there is a token, else
 * from a Stacks API at the same URL, else from the transactions and the node's index. Outcomes are never guessed: the rest is unknown.
 */
export function createOutcomes({ stacks, authorization, onWarning, ends }: OutcomeOptions): (block: NakamotoBlock) => Promise<Outcomes> {
  let replay = authorization === undefined ? undefined : createReplay(stacks, authorization);
  let api: boolean | undefined;

  const byReplay = async ({ id }: NakamotoBlock): Promise<StacksReceipt[] | undefined> => {
    try {
      return await replay?.(id);
    } catch (error) {
      if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
      if (error.rpcCode === 401) {
        replay = undefined;
        onWarning?.('external.stacksToken: the node refuses it, so its blocks are not replayed');
      }
      return undefined;
    }
  };
  const byApi = async (transaction: Transaction, block: NakamotoBlock, index: number): Promise<StacksReceipt | undefined> => {
    api ??= await hasApi(stacks);
    if (!api) return undefined;
    return until({
      what: `the Stacks API to know transaction ${transaction.txid}`,
      timeoutMs: API_LAG,
      intervalMs: 100,
      ends,
      look: () => readFromApi(stacks, transaction, block, index),
    }).catch(ignoreTimeout);
  };
  const one = async (transaction: Transaction, block: NakamotoBlock, index: number): Promise<StacksReceipt | { reason: string }> => {
    if (block.skipped.has(index)) return { reason: 'its block marks it as problematic: it was not executed' };
    return (
      certainReceipt(transaction, index) ?? (await byApi(transaction, block, index)) ?? (await readIndexed(stacks, transaction, index))
    );
  };

  return async (block) => {
    const replayed = await byReplay(block);
    const known = new Map(replayed?.map((receipt) => [receipt.txid, receipt]));
    const outcomes: Outcomes = { receipts: [], unknownOutcomes: [] };
    for (const [index, transaction] of block.transactions.entries()) {
      const txid = `0x${transaction.txid}`;
      const found = known.get(txid) ?? (await one(transaction, block, index));
      if ('status' in found) outcomes.receipts.push(found);
      else outcomes.unknownOutcomes.push({ txid, rawTx: hex0x(transaction.raw), reason: found.reason, hint: HINT });
    }
    return outcomes;
  };
}
