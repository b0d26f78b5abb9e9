import { createHttp, readBytes } from '#platform/http.js';
import type { NodeGuard } from '#platform/node-guard.js';
import { delay } from '#platform/timers.js';
import { createMutex, once } from '../../../base/async.js';
import { DevnetError } from '../../../base/error.js';
import { field, type Json, listOf, readHash, readNumber, readObject, readText } from '../../../base/json.js';
import { toSats } from './amount.js';
import type { AskBitcoin, BitcoinAnswer } from './ask.js';
import type { BitcoinCoreClient } from './core-client.js';
import { readRpcResult } from './json-rpc.js';

/** A transaction on its node. `block` is absent while it is in the mempool; `confirmations` is 0 for a block that left the chain. */
type BitcoinTx = {
  txid: string;
  hex: string;
  block?: { hash: string; confirmations: number } | undefined;
  /** Output scripts as hex. */
  scripts: string[];
  /** The spent outputs, as `txid:index` or `coinbase`. */
  inputs: string[];
};
/** An unspent output: `amount` in sats, `height` of its block, `script` as hex. */
export type Utxo = { txid: string; vout: number; amount: bigint; height: number; coinbase: boolean; script: string };

/** A bitcoind, by typed calls. All reject with DevnetError: RPC with bitcoind's code and message, NOT_REACHABLE, TIMEOUT. */
export type BitcoinClient = {
  /** Calls any method. */
  call(method: string, params?: readonly unknown[], options?: CallOptions): Promise<Json>;
  /** `chain` is Core's name: `regtest`, `signet`, `test`, `testnet4` or `main`. */
  blockchain(): Promise<{ chain: string; height: number; hash: string }>;
  /** The best block. */
  tip(): Promise<{ height: number; hash: string }>;
  height(options?: Pick<CallOptions, 'timeoutMs'>): Promise<number>;
  blockHash(height: number): Promise<string>;
  /** `confirmations` is -1 for a block that is not in the chain. */
  header(hash: string): Promise<{ height: number; previousHash: string | undefined; confirmations: number }>;
  blockTxids(hash: string): Promise<string[]>;
  /** Returns a block as hex. */
  rawBlock(hash: string): Promise<string>;
  /** Gives the node a block. One that it has or refuses changes nothing. */
  submitBlock(hex: string): Promise<void>;
  mempool(): Promise<string[]>;
  /** Returns undefined for a transaction that the node does not know. */
  transaction(txid: string): Promise<BitcoinTx | undefined>;
  /** @returns the txid */
  send(hex: string): Promise<string>;
  /** Returns the confirmed unspent outputs of output scripts (hex), immature coinbases included. */
  unspent(scripts: readonly string[]): Promise<{ height: number; utxos: Utxo[] }>;
  /** Returns which outputs transactions of the mempool spend, as `txid:vout`, and the txids of these transactions. */
  spentInMempool(outputs: readonly Pick<Utxo, 'txid' | 'vout'>[]): Promise<Map<string, string>>;
  /** Mines blocks. @returns their hashes, oldest first */
  generate(blocks: number, address: string): Promise<string[]>;
  /** Makes bitcoind write its block index and coins to disk: nothing else writes them at once. */
  flush(): Promise<void>;
  invalidateBlock(hash: string): Promise<void>;
  reconsiderBlock(hash: string): Promise<void>;
  /** Returns the `bitcoin-core` package's client, for calls that have no typed form here. */
  package(): Promise<BitcoinCoreClient>;
};

type CallOptions = {
  /** The wallet to call. @default none */
  wallet?: string | undefined;
  /** Deadline in ms. @default the client's */
  timeoutMs?: number | undefined;
};

export type BitcoinClientOptions = {
  /** A function is asked before every call: a service that restarted may answer elsewhere. */
  rpcUrl: string | (() => string);
  rpcUser: string;
  rpcPassword: string;
  /** Asks a node in this process without a connection. @default over HTTP */
  ask?: AskBitcoin | undefined;
  /** Deadline of one call in ms. A function is asked before every call. @default 30000 */
  timeoutMs?: number | (() => number) | undefined;
  /** Sends each call. @default once */
  guard?: NodeGuard | undefined;
};

/** bitcoind's code for an unknown transaction or block. */
const NOT_FOUND = -5;
/** The begin of bitcoind's refusal of a second scan; the code, -8, is also that of wrong arguments. */
const SCAN_RUNS = 'Scan already in progress';
const SCAN_POLL_MS = 20;

/** Connects to a bitcoind. The `bitcoin-core` package takes 0.2 s and 30 MiB to load, so the project's own calls do not use it. */
export function createBitcoinClient({
  rpcUrl,
  rpcUser,
  rpcPassword,
  ask,
  timeoutMs: usual = 30_000,
  guard = (send) => send(),
}: BitcoinClientOptions): BitcoinClient {
  const baseUrl = typeof rpcUrl === 'string' ? () => rpcUrl : rpcUrl;
  const deadline = typeof usual === 'number' ? () => usual : usual;
  const send = ask === undefined ? overHttp(baseUrl, { rpcUser, rpcPassword }) : ask;

  const call: BitcoinClient['call'] = async (method, params = [], { wallet, timeoutMs = deadline() } = {}) => {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 0, method, params });
    const path = wallet === undefined ? '/' : `/wallet/${wallet}`;
    return guard(async () => readRpcResult({ ...(await send({ path, body, method, timeoutMs })), what: `Bitcoin ${method}` }));
  };

  const blockchain: BitcoinClient['blockchain'] = async () => {
    const info = readObject(await call('getblockchaininfo'), 'getblockchaininfo');
    return { chain: readText(info, 'chain'), height: readNumber(info, 'blocks'), hash: readHash(info, 'bestblockhash') };
  };

  const scans = createMutex();
  /** Starts a scan once no other one runs: bitcoind has one for all clients, and goes on with that of a client that has left. */
  const startScan = async (descriptors: string[]): Promise<Json> => {
    const ends = performance.now() + deadline();
    for (;;) {
      try {
        return await call('scantxoutset', ['start', descriptors]);
      } catch (error) {
        const isBusy = error instanceof DevnetError && error.reason?.startsWith(SCAN_RUNS) === true;
        if (!isBusy || performance.now() > ends) throw error;
        await delay(SCAN_POLL_MS);
      }
    }
  };

  return {
    call,
    blockchain,
    async tip() {
      const { height, hash } = await blockchain();
      return { height, hash };
    },
    height: async (options) => readNumber({ height: await call('getblockcount', [], options) }, 'height'),
    blockHash: async (height) => readText({ hash: await call('getblockhash', [height]) }, 'hash'),
    async header(hash) {
      const header = readObject(await call('getblockheader', [hash]), 'getblockheader');
      const previous = field(header, 'previousblockhash');
      return {
        height: readNumber(header, 'height'),
        previousHash: typeof previous === 'string' ? previous : undefined,
        confirmations: readNumber(header, 'confirmations'),
      };
    },
    blockTxids: async (hash) => texts(field(readObject(await call('getblock', [hash, 1]), 'getblock'), 'tx'), 'tx'),
    rawBlock: async (hash) => readText({ block: await call('getblock', [hash, 0]) }, 'block'),
    async submitBlock(hex) {
      await call('submitblock', [hex]);
    },
    mempool: async () => texts(await call('getrawmempool'), 'getrawmempool'),
    async transaction(txid) {
      try {
        return readTransaction(await call('getrawtransaction', [txid, true]));
      } catch (error) {
        if (error instanceof DevnetError && error.rpcCode === NOT_FOUND) return undefined;
        throw error;
      }
    },
    send: async (hex) => readText({ txid: await call('sendrawtransaction', [hex]) }, 'txid'),
    async unspent(scripts) {
      const descriptors = scripts.map((script) => `raw(${script})`);
      const scan = readObject(await scans.run(() => startScan(descriptors)), 'scantxoutset');
      return { height: readNumber(scan, 'height'), utxos: listOf(field(scan, 'unspents'), 'unspents').map(readUtxo) };
    },
    async spentInMempool(outputs) {
      if (outputs.length === 0) return new Map();
      const answer = await call('gettxspendingprevout', [outputs.map(({ txid, vout }) => ({ txid, vout }))]);
      const outpoints = listOf(answer, 'gettxspendingprevout').map((value) => readObject(value, 'output'));
      const spent = outpoints.filter((output) => field(output, 'spendingtxid') !== undefined);
      return new Map(
        spent.map((output) => [`${readText(output, 'txid')}:${readNumber(output, 'vout')}`, readHash(output, 'spendingtxid')]),
      );
    },
    generate: async (blocks, address) => texts(await call('generatetoaddress', [blocks, address]), 'generatetoaddress'),
    async flush() {
      await call('gettxoutsetinfo', ['none']);
    },
    async invalidateBlock(hash) {
      await call('invalidateblock', [hash]);
    },
    async reconsiderBlock(hash) {
      await call('reconsiderblock', [hash]);
    },
    package: once(
      async () =>
        // No `version`: with one, the package refuses methods that its own table lacks.
        new (await import('#platform/bitcoin-core.js')).BitcoinCore({
          host: baseUrl(),
          username: rpcUser,
          password: rpcPassword,
          timeout: deadline(),
        }),
    ),
  };
}

type Question = { path: string; body: string; method: string; timeoutMs: number };

function overHttp(
  baseUrl: () => string,
  { rpcUser, rpcPassword }: Pick<BitcoinClientOptions, 'rpcUser' | 'rpcPassword'>,
): (question: Question) => Promise<BitcoinAnswer> {
  const http = createHttp();
  const authorization = `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  return async ({ path, body, method, timeoutMs }) => {
    const url = baseUrl();
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await http.send(`${url}${path}`, { method: 'POST', headers, body: Buffer.from(body), signal });
      return { status: answer.status, text: (await readBytes(answer.body, signal)).toString('utf8') };
    } catch (error) {
      throw unanswered(method, url, timeoutMs, error);
    }
  };
}

function texts(value: Json, what: string): string[] {
  return listOf(value, what).map((text) => readText({ text }, 'text'));
}

function readTransaction(value: Json): BitcoinTx {
  const tx = readObject(value, 'getrawtransaction');
  const scripts = listOf(field(tx, 'vout'), 'vout').map((output) =>
    readText(readObject(field(readObject(output, 'output'), 'scriptPubKey'), 'scriptPubKey'), 'hex'),
  );
  const inputs = listOf(field(tx, 'vin'), 'vin').map((item) => {
    const input = readObject(item, 'input');
    return field(input, 'coinbase') === undefined ? `${readText(input, 'txid')}:${readNumber(input, 'vout')}` : 'coinbase';
  });
  const base = { txid: readHash(tx, 'txid'), hex: readText(tx, 'hex'), scripts, inputs };
  if (field(tx, 'blockhash') === undefined) return base;
  // A block that left the chain has 0 or fewer confirmations, or none are given.
  const confirmations = field(tx, 'confirmations') === undefined ? 0 : readNumber(tx, 'confirmations');
  return { ...base, block: { hash: readHash(tx, 'blockhash'), confirmations } };
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
  if (error instanceof DevnetError) return error;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return new DevnetError('NOT_REACHABLE', `no Bitcoin node answers at ${url}${code}`, { cause: error });
}
