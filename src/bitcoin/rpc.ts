import type Client from 'bitcoin-core';
import { DevnetError } from '../error.js';
import { createHttp } from '../http.js';
import { field, type Json, listOf, readHash, readNumber, readObject, readText } from '../json.js';
import { readRpcResult } from '../json-rpc.js';
import { once } from '../once.js';
import { toSats } from './amount.js';

/** How a transaction stands with the node; `block` is absent while it waits in the mempool. */
type BitcoinTx = { txid: string; hex: string; block?: { hash: string; confirmations: number } | undefined };
/** An unspent output: `amount` in sats, `height` of its block, `script` as hex. */
export type Utxo = { txid: string; vout: number; amount: bigint; height: number; coinbase: boolean; script: string };

/** A bitcoind, by typed calls. All reject with DevnetError: RPC with Core's code and message, NOT_REACHABLE, TIMEOUT. */
export type BitcoinRpc = {
  /** `chain` is Core's name: `regtest`, `signet`, `test`, `testnet4` or `main`. */
  blockchain(): Promise<{ chain: string; height: number; hash: string }>;
  blockHeight(hash: string): Promise<number>;
  /** Undefined: the node knows no such transaction. */
  transaction(txid: string): Promise<BitcoinTx | undefined>;
  /** @returns the txid */
  send(hex: string): Promise<string>;
  /** Confirmed unspent outputs of output scripts (hex), immature coinbases included. */
  unspent(scripts: readonly string[]): Promise<{ height: number; utxos: Utxo[] }>;
  mempool(): Promise<string[]>;
  generateToAddress(blocks: number, address: string): Promise<string[]>;
  invalidateBlock(hash: string): Promise<void>;
  reconsiderBlock(hash: string): Promise<void>;
  /** The client itself, for calls that have no typed form here. */
  client(): Promise<Client>;
};

export type BitcoinRpcOptions = {
  rpcUrl: string;
  rpcUser: string;
  rpcPassword: string;
  /** Deadline of one call in ms. @default 30000 */
  timeoutMs?: number | undefined;
};

/** Core's code for an unknown transaction or block. */
const NOT_FOUND = -5;

/**
 * What is above the engines talks to bitcoind here. Its calls are plain HTTP; the `bitcoin-core` package, 0.2 s and 30 MiB to
 * load, is for who asks for its client.
 */
export function createBitcoinRpc({ rpcUrl, rpcUser, rpcPassword, timeoutMs = 30_000 }: BitcoinRpcOptions): BitcoinRpc {
  // A payment is not sent again when a kept connection turns out to be closed: whether it arrived is for the faucet to find out.
  const http = createHttp({ keepAlive: false });
  const authorization = `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}`;
  const client = once(
    async () =>
      // No `version`: with one, the client refuses RPCs that its own table lacks.
      new (await import('bitcoin-core')).default({ host: rpcUrl, username: rpcUser, password: rpcPassword, timeout: timeoutMs }),
  );
  const call = async (method: string, ...params: unknown[]): Promise<Json> => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '1.0', id: 0, method, params }));
    const headers = { authorization, 'content-type': 'application/json' };
    const { status, text } = await http(rpcUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) }).catch(
      (error) => {
        throw unanswered(method, rpcUrl, timeoutMs, error);
      },
    );
    return readRpcResult({ text, status, what: `Bitcoin ${method}` });
  };

  return {
    client,
    async blockchain() {
      const info = readObject(await call('getblockchaininfo'), 'getblockchaininfo');
      return { chain: readText(info, 'chain'), height: readNumber(info, 'blocks'), hash: readHash(info, 'bestblockhash') };
    },
    async blockHeight(hash) {
      return readNumber(readObject(await call('getblockheader', hash), 'getblockheader'), 'height');
    },
    async transaction(txid) {
      try {
        const tx = readObject(await call('getrawtransaction', txid, true), 'getrawtransaction');
        const base = { txid: readHash(tx, 'txid'), hex: readText(tx, 'hex') };
        if (field(tx, 'blockhash') === undefined) return base;
        // A block that left the chain answers 0 or fewer confirmations.
        const confirmations = field(tx, 'confirmations') === undefined ? 0 : readNumber(tx, 'confirmations');
        return { ...base, block: { hash: readHash(tx, 'blockhash'), confirmations } };
      } catch (error) {
        if (error instanceof DevnetError && error.rpcCode === NOT_FOUND) return undefined;
        throw error;
      }
    },
    async send(hex) {
      const txid = await call('sendrawtransaction', hex);
      return readText({ txid }, 'txid');
    },
    async unspent(scripts) {
      const descriptors = scripts.map((script) => `raw(${script})`);
      const scan = readObject(await call('scantxoutset', 'start', descriptors), 'scantxoutset');
      return { height: readNumber(scan, 'height'), utxos: listOf(field(scan, 'unspents'), 'unspents').map(readUtxo) };
    },
    async mempool() {
      return listOf(await call('getrawmempool'), 'getrawmempool').map((txid) => readText({ txid }, 'txid'));
    },
    async generateToAddress(blocks, address) {
      return listOf(await call('generatetoaddress', blocks, address), 'generatetoaddress').map((hash) => readText({ hash }, 'hash'));
    },
    async invalidateBlock(hash) {
      await call('invalidateblock', hash);
    },
    async reconsiderBlock(hash) {
      await call('reconsiderblock', hash);
    },
  };
}

function readUtxo(value: Json): Utxo {
  const utxo = readObject(value, 'unspents');
  return {
    txid: readHash(utxo, 'txid'),
    vout: readNumber(utxo, 'vout'),
    amount: toSats(field(utxo, 'amount')),
    height: readNumber(utxo, 'height'),
    coinbase: field(utxo, 'coinbase') === true,
    script: readText(utxo, 'scriptPubKey'),
  };
}

function unanswered(method: string, url: string, timeoutMs: number, error: unknown): DevnetError {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new DevnetError('TIMEOUT', `the Bitcoin node at ${url} did not answer ${method} within ${timeoutMs} ms`, { cause: error });
  }
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return new DevnetError('NOT_REACHABLE', `no Bitcoin node answers at ${url}${code}`, { cause: error });
}
