import { isRecord } from '../../base/json.js';
import { decodeAddress } from '../../bitcoin/address.js';
import { toHex } from '../../bitcoin/codec.js';
import type { ChainIndex, IndexChange, IndexedTransaction } from '../../bitcoin/esplora.js';
import { transactionBody } from '../../bitcoin/esplora.js';
import { answerEsplora } from '../../bitcoin/esplora-app.js';
import type { GatewayDevnet } from '../gateway-devnet.js';
import type { ServeClient } from './client-socket.js';

export type BitcoinUpdateServices = {
  devnet: Pick<GatewayDevnet, 'subscribe' | 'bitcoinIndex'>;
  onWarning?: ((message: string) => void) | undefined;
};

export type BitcoinUpdates = {
  serve: ServeClient;
  close(): void;
};

/** The most transactions or addresses that a client follows. */
const MOST_TRACKED = 100;
/** The kinds of data that a client may want. */
const WANTED = ['blocks', 'mempool-blocks', 'stats'] as const;

/** A client of mempool.space's websocket, and what it follows. */
type Client = {
  wants: Set<string>;
  txids: Set<string>;
  /** Scripts (hex) of addresses; `single` has one address, whose updates have another shape. */
  single: { address: string; script: string } | undefined;
  several: Map<string, string>;
  write(message: object): void;
};

/**
 * Serves mempool.space's websocket: `want`, `init`, `ping`, `track-tx`, `track-txs`, `track-address` and `track-addresses`. The index
 * follows every change of the node from the first client on.
 */
export function createBitcoinUpdates({ devnet, onWarning }: BitcoinUpdateServices): BitcoinUpdates {
  const { bitcoinIndex } = devnet;
  const clients = new Set<Client>();
  let work = Promise.resolve();
  const warn = (error: unknown): void => onWarning?.(`updates of Bitcoin are late: ${error}`);
  const stopIndex = bitcoinIndex.subscribe((change, index) => {
    // One after another, so that clients get changes in order.
    work = work.then(() => tell([...clients], change, index)).catch(warn);
  });
  const stopEvents = devnet.subscribe(({ type }) => {
    if (clients.size > 0 && !type.startsWith('stacks.')) void bitcoinIndex.current().catch(warn);
  });
  /** The answer of a route of the API as a message has it. */
  const ask = async (path: string): Promise<unknown> => {
    const request = { method: 'GET', path, query: new URLSearchParams(), body: Buffer.alloc(0) };
    return JSON.parse(String((await answerEsplora(request, bitcoinIndex)).body));
  };
  const state = async (wanted: (name: string) => boolean): Promise<object> => ({
    ...(wanted('blocks') ? { blocks: ((await ask('/blocks')) as object[]).toReversed() } : {}),
    ...(await mempoolState(wanted)),
  });
  const mempoolState = async (wanted: (name: string) => boolean): Promise<object> => ({
    ...(wanted('mempool-blocks') ? { 'mempool-blocks': await ask('/v1/fees/mempool-blocks') } : {}),
    ...(wanted('stats') ? { mempoolInfo: await bitcoinIndex.call('getmempoolinfo'), fees: await ask('/v1/fees/recommended') } : {}),
  });
  const tell = async (to: readonly Client[], change: IndexChange, index: ChainIndex): Promise<void> => {
    const mined = change.blocks.flatMap((height) => index.blockAt(height)?.txids ?? []).flatMap((txid) => index.own(txid) ?? []);
    for (const client of to) tellTransactions(client, change, mined, index);
    for (const height of change.blocks) {
      const [block] = to.some(({ wants }) => wants.has('blocks')) ? ((await ask(`/blocks/${height}`)) as object[]) : [];
      const message = { block };
      for (const client of to) if (block !== undefined && client.wants.has('blocks')) client.write(message);
    }
    const names = WANTED.filter((name) => name !== 'blocks' && to.some(({ wants }) => wants.has(name)));
    if (names.length === 0) return;
    const news = await mempoolState((name) => names.some((known) => known === name));
    for (const client of to) if (names.some((name) => client.wants.has(name))) client.write(news);
  };

  return {
    serve(open) {
      const client: Client = {
        ...{ wants: new Set(), txids: new Set(), single: undefined, several: new Map() },
        write: (message) => write(textOf(message)),
      };
      const { write } = open({
        onClose: () => clients.delete(client),
        onMessage(text) {
          const request = parse(text);
          if (request === undefined) return;
          follow(client, request);
          const { action } = request;
          if (action === 'ping') client.write({ pong: true });
          const news = action === 'init' ? state(() => true) : action === 'want' ? state((name) => client.wants.has(name)) : undefined;
          news?.then((message) => Object.keys(message).length > 0 && client.write(message), warn);
          // What happened before counts, too.
          if (client.txids.size > 0) bitcoinIndex.current().then((index) => tellConfirmed(client, index), warn);
        },
      });
      clients.add(client);
      // From now on every change is seen.
      bitcoinIndex.current().catch(warn);
    },
    close() {
      stopIndex();
      stopEvents();
    },
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Changes what a client follows. Keys and values that are not understood are ignored, as mempool.space does. */
function follow(client: Client, request: Record<string, unknown>): void {
  const { action, data } = request;
  if (action === 'want') client.wants = new Set(texts(data));
  const txids = [...texts(request['track-tx']), ...texts(request['track-txs'])];
  if ('track-tx' in request || 'track-txs' in request)
    client.txids = new Set(txids.slice(0, MOST_TRACKED).map((txid) => txid.toLowerCase()));
  if ('track-address' in request) {
    const [address = ''] = texts(request['track-address']);
    const script = scriptOf(address);
    client.single = script === undefined ? undefined : { address, script };
  }
  if ('track-addresses' in request) {
    const addresses = texts(request['track-addresses']).slice(0, MOST_TRACKED);
    client.several = new Map(
      addresses.flatMap((address) => [[scriptOf(address) ?? '', address] as const]).filter(([script]) => script !== ''),
    );
  }
}

function texts(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

function scriptOf(address: string): string | undefined {
  const decoded = decodeAddress(address);
  return 'scriptPubKey' in decoded ? toHex(decoded.scriptPubKey) : undefined;
}

/** The texts of messages: one for many clients is encoded once. */
const encoded = new WeakMap<object, Buffer>();

function textOf(message: object): Buffer {
  const text = encoded.get(message) ?? Buffer.from(JSON.stringify(message));
  encoded.set(message, text);
  return text;
}

function tellTransactions(
  client: Client,
  { entered, left, replaced }: IndexChange,
  mined: readonly IndexedTransaction[],
  index: ChainIndex,
): void {
  const bodies = (transactions: readonly IndexedTransaction[], script: string): object[] =>
    transactions.filter((transaction) => touches(transaction, script, index)).map((transaction) => transactionBody(transaction, index));
  const gone = left.filter(({ txid }) => index.own(txid) === undefined);
  if (client.single !== undefined) {
    const { script } = client.single;
    for (const [name, transactions] of [
      ['address-transactions', entered],
      ['address-removed-transactions', gone],
      ['block-transactions', mined],
    ] as const) {
      const found = bodies(transactions, script);
      if (found.length > 0) client.write({ [name]: found });
    }
  }
  const several = [...client.several].map(([script, address]) => {
    const parts = { mempool: bodies(entered, script), confirmed: bodies(mined, script), removed: bodies(gone, script) };
    return [address, parts] as const;
  });
  const changed = several.filter(([, { mempool, confirmed, removed }]) => mempool.length + confirmed.length + removed.length > 0);
  if (changed.length > 0) client.write({ 'multi-address-transactions': Object.fromEntries(changed) });
  for (const { replaced: old, by } of replaced) {
    if (client.txids.has(old.txid)) client.write({ rbfTransaction: { txid: by }, txReplaced: { txid: by } });
  }
  tellConfirmed(client, index);
}

/** Reports the transactions that are in a block, each once. */
function tellConfirmed(client: Client, index: ChainIndex): void {
  for (const txid of client.txids) {
    if (index.own(txid)?.block === undefined) continue;
    client.txids.delete(txid);
    client.write({ txConfirmed: txid });
  }
}

function touches({ inputs, outputs }: IndexedTransaction, script: string, index: ChainIndex): boolean {
  return outputs.some((output) => output.script === script) || inputs.some((outpoint) => index.output(outpoint)?.script === script);
}
