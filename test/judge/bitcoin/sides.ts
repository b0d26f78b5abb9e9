import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startElectrumServer } from '#dist/bitcoin/electrum/server.js';
import { followNode } from '#dist/bitcoin/esplora/follow-node.js';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode, BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { TOPICS } from '#dist/bitcoin/zmq-notification.js';
import { type Connection, connectElectrum } from '../../bitcoin/electrum/connection.js';
import { startBitcoind } from '../../bitcoin/node/rpc/real/bitcoind.js';
import { createClient, type RpcClient } from '../../bitcoin/node/rpc/real/client.js';
import { freePorts } from '../../free-ports.js';
import { CREDENTIALS, prepare, type World } from './world.js';

const KEYPOOL = 40;

/** One of the two nodes of a play. */
export type Side = RpcClient & {
  /** Waits until wallets have heard of everything. */
  settled(): Promise<void>;
  /** Between two steps: our own node goes on as another one. @param change says as which @param now its mock time, which a restart ends */
  between(change: number, now: number): Promise<void>;
  /** Returns where peers connect, as `host:port`. */
  peers(): Promise<string>;
  /** Returns where notifications are published over ZeroMQ, if they are: not by a node that is replaced by another one. */
  zmq(): Promise<string | undefined>;
  close(): Promise<void>;
};

/** Peers from this address are never punished, and hear of transactions at once. */
export const TRUSTED = '127.0.0.2';

export type OurSide = Side & { electrum(): Promise<Connection> };

export type Sides = { ours: OurSide; judge: Side };

const options: BitcoinNodeOptions = {
  rest: true,
  wallets: { keypool: KEYPOOL },
  whitelist: [{ permissions: ['noban', 'mempool'], address: TRUSTED, prefix: 32 }],
};
const ZMQ_LIMIT = 100_000;

/** Our node, in this process. */
export async function ourSide(world: World): Promise<OurSide> {
  const node = createBitcoinNode(options);
  const rpc = await serve(node);
  await prepare(rpc, world);
  let electrum: Promise<Connection> | undefined;
  let stop: (() => Promise<void>) | undefined;
  let peers: Promise<string> | undefined;
  const { notifications } = await node.publish(TOPICS.map((topic) => ({ topic, address: 'tcp://127.0.0.1:0', highWaterMark: ZMQ_LIMIT })));
  const connect = async (): Promise<Connection> => {
    const { call } = createBitcoinClient({ rpcUrl: rpc.url, rpcUser: CREDENTIALS.user, rpcPassword: CREDENTIALS.password });
    const subscribe = (listener: () => void) => node.subscribe(listener);
    const server = await startElectrumServer({
      ...{ host: '127.0.0.1', port: 0, index: followNode(call), subscribe, software: 'judge', name: '127.0.0.1' },
    });
    stop = () => server.close();
    return connectElectrum(`tcp://127.0.0.1:${server.port}`);
  };
  return {
    ...rpc,
    electrum: () => (electrum ??= connect()),
    settled: async () => undefined,
    between: async () => undefined,
    peers: () => (peers ??= listenForPeers(node)),
    zmq: async () => notifications[0]?.address,
    close: async () => {
      (await electrum?.catch(() => undefined))?.[Symbol.dispose]();
      await stop?.();
      await node.close();
    },
  };
}

/** A bitcoind in a folder of its own. */
export async function realSide(program: string, world: World): Promise<Side> {
  const [peerPort, zmqPort] = (await freePorts(2)) as [number, number];
  const zmq = `tcp://127.0.0.1:${zmqPort}`;
  const bitcoind = await startBitcoind(program, CREDENTIALS, [
    ...['-listen=1', `-bind=127.0.0.1:${peerPort}`, '-connect=0', '-discover=0', '-dnsseed=0', '-listenonion=0', '-v2transport=0'],
    `-whitelist=noban,mempool@${TRUSTED}`,
    ...TOPICS.flatMap((topic) => [`-zmqpub${topic}=${zmq}`, `-zmqpub${topic}hwm=${ZMQ_LIMIT}`]),
    ...['-disablewallet=0', '-rest=1', '-fallbackfee=0.0002', '-addresstype=bech32', `-keypool=${KEYPOOL}`],
    // The chain of the start is of another day than the clock of the machine.
    ...['-maxtipage=999999999', '-persistmempool=0'],
    // A question may have a call for each transaction of an address.
    '-rpcworkqueue=4096',
  ]);
  await prepare(bitcoind, world);
  await indexed(bitcoind);
  const settled = async () => void (await bitcoind.call('syncwithvalidationinterfacequeue'));
  return {
    ...bitcoind,
    settled,
    between: async () => undefined,
    peers: async () => `127.0.0.1:${peerPort}`,
    zmq: async () => zmq,
    close: async () => bitcoind[Symbol.asyncDispose](),
  };
}

/** Waits until bitcoind has all transactions in its index: from then on, it answers after each block has come there. */
async function indexed({ call }: RpcClient): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { txindex } = await call('getindexinfo');
    if (txindex.synced === true) return;
    if (Date.now() > deadline) throw new Error(`bitcoind has not made its index within 30 s: ${JSON.stringify(txindex)}`);
    await delay(10);
  }
}

/** Our node again, which becomes a copy, is written to a state file, starts again or goes back to where it was, between two steps. */
export async function changingSide(world: World): Promise<Side> {
  const folder = mkdtempSync(path.join(tmpdir(), 'devnet-judge-'));
  let node = createBitcoinNode(options);
  await node.keep(folder);
  let keeps = true;
  let rpc = await serve(node);
  await prepare(rpc, world);
  let peers: Promise<string> | undefined;
  const replace = async (next: BitcoinNode) => {
    const last = node;
    keeps = false;
    peers = undefined;
    [node, rpc] = [next, await serve(next)];
    await last.close();
  };
  const changes: ((now: number) => Promise<void>)[] = [
    async () => replace(node.fork()),
    async () => {
      const bytes = await node.dump(node.snapshot());
      const next = createBitcoinNode(options);
      next.restore(await next.load(bytes));
      await replace(next);
    },
    async () => {
      const before = node.snapshot();
      node.mine(2, Uint8Array.of(0x51));
      node.restore(before);
    },
    async (now) => {
      if (!keeps) return;
      await node.close();
      peers = undefined;
      node = createBitcoinNode(options);
      await node.keep(folder);
      rpc = await serve(node);
      await rpc.call('setmocktime', now);
    },
  ];
  return {
    url: '',
    send: (...given) => rpc.send(...given),
    call: (...given) => rpc.call(...given),
    settled: async () => undefined,
    between: async (change, now) => changes[change]?.(now),
    peers: () => (peers ??= listenForPeers(node)),
    zmq: async () => undefined,
    close: async () => {
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listenForPeers(node: BitcoinNode): Promise<string> {
  return (await node.listenPeers({ host: '127.0.0.1', port: 0 })).address;
}

async function serve(node: BitcoinNode): Promise<RpcClient> {
  const { url } = await node.listen({ host: '127.0.0.1', port: 0, ...CREDENTIALS });
  return createClient({ url, ...CREDENTIALS });
}
