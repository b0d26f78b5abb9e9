import { refusal, type StacksClient } from '../../chains/stacks/client/client.js';
import { decodeTransaction, originAddress, type Transaction } from '../../chains/stacks/codec/transaction.js';
import { DevnetError } from '../../error.js';
import type { StacksChain } from './stacks-chain.js';

/** What waits in a Stacks node's mempool, followed by asking. */
export type StacksMempool = {
  /** Tells what is new, and what is gone without having been in a block. @param mined whether a block had the transaction (with 0x) */
  look(mined: (txid: string) => boolean): Promise<void>;
};

/** `MemPoolSyncData::TxTags`: an empty list of what is known already, so that everything is sent. */
const EVERYTHING = Buffer.concat([Buffer.of(2), Buffer.alloc(32), Buffer.alloc(4)]);
const FIRST_PAGE = '00'.repeat(32);
const PAGE_ID = 32;
/** Pause in ms between two looks for what is gone: each transaction is asked for. */
const GONE_EVERY = 1_000;

/** Reads the whole mempool as peers do (`POST /v2/mempool/query`). */
async function readMempool({ request }: StacksClient): Promise<Transaction[]> {
  const found = new Map<string, Transaction>();
  for (let page: string | undefined = FIRST_PAGE; page !== undefined; ) {
    const path = `/v2/mempool/query?page_id=${page}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await request({ method: 'POST', path, headers, body: EVERYTHING });
    if (answer.status !== 200) throw refusal('/v2/mempool/query', answer);
    let { bytes } = answer;
    // The id of the next page, if there is one, follows the transactions.
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
 * Follows a mempool. What waited already when it is looked at first is told, too, unless its nonce is used up: nodes keep for a while
 * what has been mined. A node that serves no list of its mempool (a public provider) tells nothing here.
 */
export function followStacksMempool(stacks: StacksClient, chain: StacksChain): StacksMempool {
  let served = true;
  let known = new Set<string>();
  let first = true;
  let checked = 0;
  const waits = new Map<string, Transaction>();

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
  const tellGone = async (): Promise<void> => {
    for (const [txid, transaction] of waits) {
      if (!chain.waiting().includes(txid)) {
        waits.delete(txid);
        continue;
      }
      if (await stacks.isPending(txid)) continue;
      waits.delete(txid);
      const heir = [...waits.values()].find((other) => isSameNonce(other, transaction));
      const replacedBy = heir === undefined ? undefined : `0x${heir.txid}`;
      chain.take({ type: 'stacks.dropped', txid, reason: heir === undefined ? 'Unknown' : 'ReplaceByFee', replacedBy });
    }
  };

  return {
    async look(mined) {
      if (!served) return;
      const present = await read();
      if (present === undefined) return;
      for (const transaction of present) {
        const txid = `0x${transaction.txid}`;
        if (known.has(txid) || mined(txid) || (first && (await isUsedUp(transaction)))) continue;
        waits.set(txid, transaction);
        chain.take({ type: 'stacks.tx', txid });
      }
      known = new Set(present.map(({ txid }) => `0x${txid}`));
      first = false;
      if (performance.now() - checked < GONE_EVERY) return;
      checked = performance.now();
      await tellGone();
    },
  };
}

function isSameNonce(a: Transaction, b: Transaction): boolean {
  return a.origin.nonce === b.origin.nonce && originAddress(a) === originAddress(b);
}

/** The node does not serve this, as its owner or whoever stands before it decided. */
function isRefusal(error: unknown): boolean {
  return error instanceof DevnetError && error.code === 'RPC' && [400, 401, 403, 404, 405, 501].includes(error.rpcCode ?? 0);
}
