import { serializeTransaction } from '../../protocol/codec/transaction.js';
import type { HttpReply } from '../http/response.js';
import { transactionJson } from '../rpc/view/transaction.js';
import { inFormat, parseHash, type RestContext, RestError, type RestRequest, splitFormat } from './format.js';

/** `/rest/tx/TXID`: any transaction, as with `-txindex`. */
export async function restTransaction({ path }: RestRequest, { core: { chain, mempool } }: RestContext): Promise<HttpReply> {
  const { name, format } = splitFormat(path);
  const txid = parseHash(name);
  const place = mempool.pool.get(txid) === undefined ? chain.lookup.transaction(txid) : undefined;
  const record = mempool.pool.get(txid)?.record ?? place?.record;
  if (record === undefined) throw new RestError(404, `${name} not found`);
  return inFormat(format, {
    bytes: () => serializeTransaction(record.tx),
    json: () => {
      const { hex, ...view } = transactionJson(record);
      return { ...view, blockhash: place?.entry.hash, hex };
    },
  });
}
