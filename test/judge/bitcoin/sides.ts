import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode, BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import { startBitcoind } from '../../bitcoin/node/rpc/real/bitcoind.js';
import { createClient, type RpcClient } from '../../bitcoin/node/rpc/real/client.js';
import { CREDENTIALS, prepare, type World } from './world.js';

const KEYPOOL = 40;

/** One of the two nodes of a play. */
export type Side = RpcClient & {
  /** Waits until wallets have heard of everything. */
  settled(): Promise<void>;
  /** Between two steps: our own node goes on as another one. `at` says as which. */
  between(at: number): Promise<void>;
  close(): Promise<void>;
};

const options: BitcoinNodeOptions = { rest: true, wallets: { keypool: KEYPOOL } };

/** Our node, in this process. */
export async function ourSide(world: World): Promise<Side & { node: BitcoinNode }> {
  const node = createBitcoinNode(options);
  const rpc = await serve(node);
  await prepare(rpc, world);
  return { ...rpc, node, settled: async () => undefined, between: async () => undefined, close: () => node.close() };
}

/** A bitcoind in a folder of its own. */
export async function realSide(program: string, world: World): Promise<Side> {
  const bitcoind = await startBitcoind(program, CREDENTIALS, [
    ...['-listen=0', '-disablewallet=0', '-rest=1', '-fallbackfee=0.0002', '-addresstype=bech32', `-keypool=${KEYPOOL}`],
    // The chain of the start is of another day than the clock of the machine.
    ...['-maxtipage=999999999', '-persistmempool=0'],
  ]);
  await prepare(bitcoind, world);
  const settled = async () => void (await bitcoind.call('syncwithvalidationinterfacequeue'));
  return { ...bitcoind, settled, between: async () => undefined, close: async () => bitcoind[Symbol.asyncDispose]() };
}

/** Our node again, which becomes a copy, is written to a state file, starts again or goes back to where it was, between two steps. */
export async function changingSide(world: World): Promise<Side> {
  const folder = mkdtempSync(path.join(tmpdir(), 'devnet-judge-'));
  let node = createBitcoinNode(options);
  await node.keep(folder);
  let keeps = true;
  let rpc = await serve(node);
  await prepare(rpc, world);
  const replace = async (next: BitcoinNode) => {
    const last = node;
    keeps = false;
    [node, rpc] = [next, await serve(next)];
    await last.close();
  };
  const changes: (() => Promise<void>)[] = [
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
    async () => {
      if (!keeps) return;
      await node.close();
      node = createBitcoinNode(options);
      await node.keep(folder);
      rpc = await serve(node);
    },
  ];
  return {
    url: '',
    send: (...given) => rpc.send(...given),
    call: (...given) => rpc.call(...given),
    settled: async () => undefined,
    between: async (at) => changes[at]?.(),
    close: async () => {
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serve(node: BitcoinNode): Promise<RpcClient> {
  const { url } = await node.listen({ host: '127.0.0.1', port: 0, ...CREDENTIALS });
  return createClient({ url, ...CREDENTIALS });
}
