import { DevnetError } from '../../error.js';
import { field, type Json, listOf, readNumber, readObject, readText } from '../../json.js';
import { readRpcResult } from '../../json-rpc.js';

/** What the engine asks of bitcoind. All reject with DevnetError: RPC with bitcoind's code and message, NOT_REACHABLE, TIMEOUT. */
export type BitcoinRpc = {
  call(method: string, params?: readonly unknown[], options?: { wallet?: string; timeoutMs?: number }): Promise<Json>;
  /** @param options.timeoutMs deadline of this call @default 30000 */
  height(options?: { timeoutMs?: number }): Promise<number>;
  tip(): Promise<{ height: number; hash: string }>;
  blockHash(height: number): Promise<string>;
  /** `confirmations` is -1 for a block that is not of the chain. */
  header(hash: string): Promise<{ height: number; previousHash: string | undefined; confirmations: number }>;
  blockTxids(hash: string): Promise<string[]>;
  mempool(): Promise<string[]>;
  /** Of the mempool or a block: the whole (hex), its output scripts (hex), and what it spends as `txid:index`. Undefined: unknown. */
  transaction(txid: string): Promise<{ hex: string; scripts: string[]; inputs: string[] } | undefined>;
  generate(blocks: number, address: string): Promise<string[]>;
  /** Makes bitcoind write to disk what it has in memory. */
  flush(): Promise<void>;
  send(hex: string): Promise<string>;
};

export type BitcoinRpcOptions = {
  /** Asked for every call: a service that was started anew may answer elsewhere. */
  url: () => string;
  user: string;
  password: string;
};

/** Deadline of one call in ms. */
const TIMEOUT = 30_000;
/** bitcoind's code for an unknown transaction. */
const NOT_FOUND = -5;

export function createBitcoinRpc({ url, user, password }: BitcoinRpcOptions): BitcoinRpc {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const call: BitcoinRpc['call'] = async (method, params = [], { wallet, timeoutMs = TIMEOUT } = {}) => {
    const target = `${url()}${wallet === undefined ? '' : `/wallet/${wallet}`}`;
    let text: string;
    let status: number;
    try {
      const body = JSON.stringify({ jsonrpc: '1.0', id: 0, method, params });
      const response = await fetch(target, { method: 'POST', headers: { authorization }, body, signal: AbortSignal.timeout(timeoutMs) });
      text = await response.text();
      status = response.status;
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new DevnetError('TIMEOUT', `bitcoind did not answer ${method} within ${timeoutMs} ms`, { cause: error });
      }
      throw new DevnetError('NOT_REACHABLE', `no bitcoind answers at ${url()}`, { cause: error });
    }
    return readRpcResult({ text, status, what: `bitcoind ${method}` });
  };
  const texts = (value: Json, what: string): string[] => listOf(value, what).map((text) => readText({ text }, 'text'));
  const blockHash = async (height: number): Promise<string> => readText({ hash: await call('getblockhash', [height]) }, 'hash');

  return {
    call,
    blockHash,
    height: async (options) => readNumber({ height: await call('getblockcount', [], options) }, 'height'),
    async tip() {
      const info = readObject(await call('getblockchaininfo'), 'getblockchaininfo');
      return { height: readNumber(info, 'blocks'), hash: readText(info, 'bestblockhash') };
    },
    async header(hash) {
      const header = readObject(await call('getblockheader', [hash]), 'getblockheader');
      const previous = field(header, 'previousblockhash');
      return {
        height: readNumber(header, 'height'),
        previousHash: typeof previous === 'string' ? previous : undefined,
        confirmations: readNumber(header, 'confirmations'),
      };
    },
    async blockTxids(hash) {
      return texts(field(readObject(await call('getblock', [hash, 1]), 'getblock'), 'tx'), 'tx');
    },
    mempool: async () => texts(await call('getrawmempool'), 'getrawmempool'),
    async transaction(txid) {
      try {
        const tx = readObject(await call('getrawtransaction', [txid, true]), 'getrawtransaction');
        const scripts = listOf(field(tx, 'vout'), 'vout').map((output) =>
          readText(readObject(field(readObject(output, 'output'), 'scriptPubKey'), 'scriptPubKey'), 'hex'),
        );
        const inputs = listOf(field(tx, 'vin'), 'vin').map((value) => {
          const input = readObject(value, 'input');
          return field(input, 'coinbase') === undefined ? `${readText(input, 'txid')}:${readNumber(input, 'vout')}` : 'coinbase';
        });
        return { hex: readText(tx, 'hex'), scripts, inputs };
      } catch (error) {
        if (error instanceof DevnetError && error.rpcCode === NOT_FOUND) return undefined;
        throw error;
      }
    },
    async flush() {
      // Nothing else writes the block index at once.
      await call('gettxoutsetinfo', ['none']);
    },
    generate: async (blocks, address) => texts(await call('generatetoaddress', [blocks, address]), 'generatetoaddress'),
    send: async (hex) => readText({ txid: await call('sendrawtransaction', [hex]) }, 'txid'),
  };
}
