import { authorityOf } from '#platform/tcp-server.js';
import { DevnetError } from '../../base/error.js';
import { untilComplete } from '../../base/missing.js';
import { bytesOfPart, type PartWriter } from '../../base/storage.js';
import { parseTransaction } from '../protocol/codec/transaction.js';
import type { BlockEntry } from './chain/block-entry.js';
import { recordTx } from './chain/tx-record.js';
import { type CoreState, createCore, headerOf, type NodeCore } from './core.js';
import type { Storage } from './data-folder/folder.js';
import { exportChain, importChain } from './exported-chain.js';
import { createAsk } from './rpc/ask.js';
import type { HttpRoute } from './rpc/server.js';
import type { BitcoinHeader, BitcoinNode, BitcoinNodeOptions, BitcoinSnapshot } from './types.js';

function unsupported(what: string): DevnetError {
  return new DevnetError('UNSUPPORTED', `A fork of Bitcoin ${what}.`);
}

/** bitcoind's REST interface. */
function restRoute(core: NodeCore): HttpRoute {
  return {
    prefixes: ['/rest/'],
    load: async () => {
      const { answerRest } = await import('./rest/rest.js');
      return (request, call) => untilComplete(() => answerRest(request, { core, call }));
    },
  };
}

/** The first parts of paths of the Esplora API, at the root and below the bases that its clients use. */
const ESPLORA = ['/address', '/scripthash/', '/tx', '/block', '/mempool', '/fee-estimates', '/broadcast', '/v1/', '/api/'];

/** The Esplora API, which wallets expect at the port of a local node's RPC. */
function esploraRoute({ chain }: NodeCore): HttpRoute {
  return {
    prefixes: ESPLORA,
    isPublic: true,
    maxBodySize: 2 ** 22,
    load: async () => (await import('./esplora-route.js')).createEsploraHandler(chain.origin),
  };
}

/**
 * A Bitcoin regtest node in this process: full consensus rules, Bitcoin Core's mempool policy, blocks on demand, all in memory.
 * @example
 * const node = createBitcoinNode();
 * node.mine(101, scriptPubKey);
 * const { url } = await node.listen({ host: '127.0.0.1', port: 0, user: 'devnet', password: 'devnet' });
 */
export function createBitcoinNode(options: BitcoinNodeOptions = {}): BitcoinNode {
  const core = createCore(options);
  if (options.chain !== undefined) importChain(core, options.chain);
  return nodeOf(core, options);
}

function nodeOf(core: NodeCore, options: BitcoinNodeOptions): BitcoinNode {
  const states = new WeakMap<BitcoinSnapshot, CoreState>();
  const servers = new Set<{ close(): Promise<void> }>();
  let storage: Promise<Storage> | undefined;
  /** Once, also for several who close the node. */
  let saving: Promise<void> | undefined;
  const loading = new AbortController();
  /** The tip that was asked for last: most requests to a network want it, and its hashes become texts only once. */
  let known: { entry: BlockEntry; header: BitcoinHeader } | undefined;
  const close = async () => {
    loading.abort(new Error('the node was closed while it loaded its folder'));
    await Promise.all([...servers].map((server) => server.close()));
    saving ??= storage?.then(
      (opened) => opened.close(),
      // The failure is that of `keep`.
      () => undefined,
    );
    await saving;
  };
  const { onStop = () => void close() } = options;

  const keepState = (state: CoreState): BitcoinSnapshot => {
    const { height, hash } = state.chain.tip;
    const snapshot: BitcoinSnapshot = { tip: { height, hash } };
    states.set(snapshot, state);
    return snapshot;
  };
  const stateOf = (snapshot: BitcoinSnapshot): CoreState => {
    const state = states.get(snapshot);
    if (state === undefined) throw new TypeError('a snapshot can only be restored by the node that made it');
    return state;
  };
  const write = async (snapshot: BitcoinSnapshot, part: PartWriter): Promise<void> => {
    const state = stateOf(snapshot);
    const { writeState } = await import('./state-file/state.js');
    const makeCore = () => {
      const copy = createCore({ ...options, log: undefined });
      copy.restore(state);
      return copy;
    };
    await writeState(part, { state, core, makeCore });
  };

  return {
    tip: () => {
      const entry = core.chain.tip();
      if (known?.entry !== entry) known = { entry, header: headerOf(entry) };
      return { ...known.header };
    },
    header: (height) => {
      const entry = core.chain.at(height);
      if (entry === undefined) {
        throw new RangeError(
          `no block at height ${height}: the blocks are those from ${core.chain.base().height} to ${core.chain.tip().height}`,
        );
      }
      return headerOf(entry);
    },
    mine: (count, scriptPubKey) => {
      const hashes: string[] = [];
      while (hashes.length < count) {
        const entry = core.miner.mine(scriptPubKey);
        if (entry === undefined) throw new RangeError('no nonce makes this block valid');
        hashes.push(entry.hash);
      }
      return hashes;
    },
    submit: (rawTransaction) => core.mempool.submit(recordTx(parseTransaction(rawTransaction))).record.txid,
    setNextBlockTime: core.clock.setNextBlockTime,
    mempoolSize: () => core.mempool.pool.count(),
    subscribe: core.emitter.subscribe,
    snapshot: () => keepState(core.snapshot()),
    restore: (snapshot) => core.restore(stateOf(snapshot)),
    write,
    dump: (snapshot) => bytesOfPart((part) => write(snapshot, part)),
    load: async (bytes) => {
      const { readState } = await import('./state-file/state.js');
      const copy = createCore({ ...options, log: undefined });
      await untilComplete(() => readState(copy, bytes));
      return keepState(copy.snapshot());
    },
    origin: core.chain.origin,
    impersonated: core.impersonated,
    base: () => headerOf(core.chain.base()),
    lowestFork: core.chain.lowestFork,
    setLowestFork: core.chain.setLowestFork,
    exportChain: () => exportChain(core),
    fork: () => {
      const copy = createCore(options);
      copy.restore(core.snapshot());
      copy.chain.setLowestFork(core.chain.lowestFork());
      for (const script of core.impersonated) copy.impersonated.add(script);
      return nodeOf(copy, options);
    },
    ask: createAsk(core, onStop),
    listen: async ({ onStop: stop = onStop, ...address }) => {
      // A third of the node's modules, which a node without a server does not need.
      const { startServer } = await import('./rpc/server.js');
      const routes = options.rest === true ? [restRoute(core), esploraRoute(core)] : [esploraRoute(core)];
      const { access, requestTimeoutMs } = options;
      const server = await startServer({ ...address, core, routes, access, requestTimeoutMs, onStop: stop });
      servers.add(server);
      return {
        url: server.url,
        close: async () => {
          servers.delete(server);
          await server.close();
        },
      };
    },
    listenPeers: async (address) => {
      if (options.fork !== undefined) throw unsupported('exchanges no blocks with peers, which lack the blocks of its origin');
      if (core.peers.network !== undefined) throw new TypeError('the node has a peer-to-peer server already');
      const { startPeerNetwork } = await import('./peers/network.js');
      const network = await startPeerNetwork(core, address);
      core.peers.network = network;
      const stop = async () => {
        servers.delete(network);
        if (core.peers.network === network) core.peers.network = undefined;
        await network.close();
      };
      servers.add(network);
      return { address: authorityOf(network.endpoint.address, network.endpoint.port), close: stop };
    },
    publish: async (wanted) => {
      const { startZmq } = await import('./zmq/zmq.js');
      const zmq = await startZmq(core, wanted);
      core.zmq.add(zmq);
      const service = {
        close: async () => {
          servers.delete(service);
          core.zmq.delete(zmq);
          await zmq.close();
        },
      };
      servers.add(service);
      return { notifications: zmq.notifications, close: service.close };
    },
    keep: async (path, onOwned) => {
      if (options.fork !== undefined) throw unsupported('keeps no folder, because the blocks of its origin are not there');
      // At once, because a server may listen already.
      core.warmup = 'Loading banlist…';
      try {
        const { openStorage } = await import('./data-folder/folder.js');
        storage = openStorage(core, { path, mempool: options.persistMempool, onOwned, signal: loading.signal });
        await storage;
      } finally {
        core.warmup = undefined;
      }
    },
    close,
  };
}
