import { DevnetError } from '../../../base/error.js';
import { hex0x } from '../../../base/hex.js';
import { refusal, type StacksClient } from '../../../stacks/client.js';
import { decodeTransaction, originAddress, type Transaction } from '../../../stacks/transactions.js';
import type { StacksChain } from './stacks-chain.js';
import { readStacksTip } from './stacks-tip.js';

/** Polls a Stacks node's mempool. */
export type StacksMempool = {
  /** Reports new and dropped transactions. @param isMined whether a block contains the transaction (txid with 0x) */
  poll(isMined: (txid: string) => boolean): Promise<void>;
};

/** `MemPoolSyncData::TxTags` with an empty list of known transactions, so that the node sends all of them. */
const EVERYTHING = Buffer.concat([Buffer.of(2), Buffer.alloc(32), Buffer.alloc(4)]);
const FIRST_PAGE = '00'.repeat(32);
const PAGE_ID = 32;
/** Pause in ms between two checks for dropped transactions, which request each transaction. */
const DROP_CHECK_PAUSE = 1_000;

/** Reads the whole mempool as peers do (`POST /v2/mempool/query`). */
async function readMempool({ request }: StacksClient): Promise<Transaction[]> {
  const found = new Map<string, Transaction>();
  for (let page: string | undefined = FIRST_PAGE; page !== undefined; ) {
    const path = `/v2/mempool/query?page_id=${page}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await request({ method: 'POST', path, headers, body: EVERYTHING });
    if (answer.status !== 200) throw refusal('/v2/mempool/query', answer);
    let { bytes } = answer;
    // The id of the next page follows the transactions; the last page has none.
    while (bytes.length > PAGE_ID) {
      const transaction = decodeTransaction(bytes);
      found.set(transaction.txid, transaction);
      bytes = bytes.subarray(transaction.raw.length);
    }
    page = bytes.length === PAGE_ID && found.size > 0 ? bytes.toString('hex') : undefined;
  }
  return [...found.values()];
}

/**
 * Creates a follower of a mempool. The first poll reports the transactions that are pending already, except those with a used nonce,
 * because nodes keep mined transactions for a while. Nodes that do not serve their mempool, such as public providers, report nothing.
 */
export function followStacksMempool(stacks: StacksClient, chain: StacksChain): StacksMempool {
  let served = true;
  let known = new Set<string>();
  let first = true;
  let checked = Number.NEGATIVE_INFINITY;
  const pending = new Map<string, Transaction>();

  const read = async (): Promise<Transaction[] | undefined> => {
    try {
      return await readMempool(stacks);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      served = false;
      return undefined;
    }
  };
  const isUsedUp = async (transaction: Transaction): Promise<boolean> =>
    (await stacks.account(originAddress(transaction))).nonce > Number(transaction.origin.nonce);
  /** Returns false if a new block may contain the missing transactions: the next poll knows. */
  const reportDropped = async (): Promise<boolean> => {
    const gone: [string, Transaction][] = [];
    for (const [txid, transaction] of pending) if (!(await stacks.isPending(txid))) gone.push([txid, transaction]);
    if (gone.length > 0 && (await readStacksTip(stacks)).hash !== chain.tip().hash) return false;
    for (const [txid] of gone) pending.delete(txid);
    for (const [txid, transaction] of gone) {
      const replacement = [...pending.values()].find((other) => isSameNonce(other, transaction));
      const replacedBy = replacement === undefined ? undefined : `0x${replacement.txid}`;
      chain.apply({ type: 'stacks.dropped', txid, reason: replacement === undefined ? 'Unknown' : 'ReplaceByFee', replacedBy });
    }
    return true;
  };

  return {
    async poll(isMined) {
      if (!served) return;
      const present = await read();
      if (present === undefined) return;
      for (const txid of pending.keys()) if (isMined(txid)) pending.delete(txid);
      for (const transaction of present) {
        const txid = `0x${transaction.txid}`;
        if (isMined(txid) || known.has(txid) || pending.has(txid) || (first && (await isUsedUp(transaction)))) continue;
        pending.set(txid, transaction);
        chain.apply({ type: 'stacks.tx', txid, rawTx: hex0x(transaction.raw) });
      }
      // A fork may return what is in a block.
      known = new Set(present.map(({ txid }) => `0x${txid}`).filter((txid) => !isMined(txid)));
      first = false;
      const now = performance.now();
      if (now - checked >= DROP_CHECK_PAUSE && (await reportDropped())) checked = now;
    },
  };
}

function isSameNonce(a: Transaction, b: Transaction): boolean {
  return a.origin.nonce === b.origin.nonce && originAddress(a) === originAddress(b);
}

/** Whether the node or a proxy in front of it does not serve the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof DevnetError && error.code === 'RPC' && [400, 401, 403, 404, 405, 501].includes(error.rpcCode ?? 0);
}
