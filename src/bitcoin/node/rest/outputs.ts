import { DecodeError } from '../../protocol/codec/error.js';
import { fromHex, hashFromHex, isHex } from '../../protocol/codec/hex.js';
import { createReader } from '../../protocol/codec/reader.js';
import { type OutPoint, outPointKey, writeOutput } from '../../protocol/codec/transaction.js';
import { createWriter } from '../../protocol/codec/writer.js';
import type { Coin } from '../chain/coin.js';
import type { NodeCore } from '../core.js';
import type { HttpReply } from '../http/response.js';
import { scriptJson } from '../rpc/view/script.js';
import { inFormat, type RestContext, RestError, type RestFormat, type RestRequest, splitFormat } from './format.js';

/** The limit of outputs per request (BIP64). */
const MAX_OUTPUTS = 15;
const MAX_INDEX = 0xffffffff;

type Wanted = { withMempool: boolean; outputs: OutPoint[] };

/** `/rest/getutxos/[checkmempool/]TXID-N/…`: which outputs are unspent (BIP64). The body of a POST may name them instead. */
export async function restOutputs({ path, body }: RestRequest, { core }: RestContext): Promise<HttpReply> {
  const { name, format } = splitFormat(path);
  const parts = name.length > 1 ? name.slice(1).split('/') : [];
  if (body.length === 0 && parts.length === 0) throw new RestError(400, 'Error: empty request');
  const fromPath = parts.length === 0 ? undefined : parsePath(parts);
  const wanted = fromBody(format, body, fromPath) ?? fromPath ?? { withMempool: false, outputs: [] };
  const { withMempool, outputs } = wanted;
  if (outputs.length > MAX_OUTPUTS) {
    throw new RestError(400, `Error: max outpoints exceeded (max: ${MAX_OUTPUTS}, tried: ${outputs.length})`);
  }
  const coins = outputs.map((output) => unspent(core, outPointKey(output), withMempool));
  const found = coins.filter((coin) => coin !== undefined);
  const tip = core.chain.tip();
  return inFormat(format, {
    bytes: () => {
      const writer = createWriter(256);
      writer.uint32(tip.height);
      writer.bytes(tip.hashBytes);
      writer.varBytes(bitmap(coins));
      writer.compactSize(found.length);
      for (const coin of found) {
        // The version of the transaction, no longer known.
        writer.uint32(0);
        writer.uint32(coin.height);
        writeOutput(writer, coin);
      }
      return writer.finish();
    },
    json: () => ({
      chainHeight: tip.height,
      chaintipHash: tip.hash,
      bitmap: coins.map((coin) => (coin === undefined ? '0' : '1')).join(''),
      utxos: found.map(({ height, value, scriptPubKey }) => ({ height, value, scriptPubKey: scriptJson(scriptPubKey) })),
    }),
  });
}

/** @throws RestError */
function parsePath(parts: string[]): Wanted {
  const withMempool = parts[0] === 'checkmempool';
  const outputs = parts.slice(withMempool ? 1 : 0).map((part) => {
    const [, txid, index] = /^([\da-fA-F]{64})-(\d+)$/.exec(part) ?? [];
    if (txid === undefined || Number(index) > MAX_INDEX) throw new RestError(400, 'Parse error');
    return { hash: hashFromHex(txid), index: Number(index) };
  });
  if (outputs.length === 0) throw new RestError(400, 'Error: empty request');
  return { withMempool, outputs };
}

/** Reads the outputs of the body, in wire form or as its hex. @throws RestError */
function fromBody(format: RestFormat, body: Buffer, fromPath: Wanted | undefined): Wanted | undefined {
  if (format === 'json' && fromPath === undefined) throw new RestError(400, 'Error: empty request');
  const data = format === 'hex' ? hexOf(body) : body;
  if ((format !== 'bin' && format !== 'hex') || data.length === 0) return undefined;
  if (fromPath !== undefined) throw new RestError(400, 'Combination of URI scheme inputs and raw post data is not allowed');
  try {
    // bitcoind reads the flag and the count of BIP64 from the body after its length, so that the length is the flag.
    const writer = createWriter(data.length + 5);
    writer.varBytes(data);
    const reader = createReader(writer.finish());
    const withMempool = reader.uint8() !== 0;
    const outputs: OutPoint[] = [];
    for (let left = reader.compactSize(); left > 0; left--) outputs.push({ hash: reader.bytes(32), index: reader.uint32() });
    return { withMempool, outputs };
  } catch (error) {
    if (error instanceof DecodeError) throw new RestError(400, 'Parse error');
    throw error;
  }
}

/** Returns no bytes for text that is not hex, as bitcoind does. */
function hexOf(body: Buffer): Uint8Array {
  const text = body.toString('latin1').replace(/\s/g, '');
  return isHex(text) ? fromHex(text) : new Uint8Array();
}

function unspent({ chain, mempool: { pool } }: NodeCore, key: string, withMempool: boolean): Coin | undefined {
  if (!withMempool) return chain.coin(key);
  return pool.spender(key) === undefined ? (pool.coin(key) ?? chain.coin(key)) : undefined;
}

/** One bit per output, the first the lowest. */
function bitmap(coins: readonly (Coin | undefined)[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil(coins.length / 8));
  coins.forEach((coin, index) => {
    if (coin !== undefined) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bits;
}
