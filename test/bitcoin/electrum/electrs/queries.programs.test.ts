import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startElectrumServer } from '#dist/bitcoin/electrum/server.js';
import { followNode } from '#dist/bitcoin/esplora/follow-node.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { freePort } from '../../../free-ports.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { PASSWORD, startRpcNode, USER } from '../../node/harness.js';
import { findBitcoind, startBitcoind } from '../../node/rpc/real/bitcoind.js';
import { createRandom, type Random } from '../../protocol/script/random.js';
import { type Connection, connectElectrum } from '../connection.js';
import { type Followed, findElectrs, startElectrs } from './electrs.js';
import { makeRandomChain, type RandomChain } from './random-chain.js';

const QUERIES = FULL_LENGTH ? 20_000 : 1_000;
const seed = Date.now() % 1_000_000_000;
const electrs = findElectrs();
const bitcoind = findBitcoind();
const needsElectrs = 'missing' in electrs ? ` (${electrs.missing})` : '';

type Node = AsyncDisposable & {
  call(method: string, ...params: unknown[]): Promise<unknown>;
  followed: Followed;
  /** The longest script of an output that it relays. */
  longest: number;
};

async function embedded(): Promise<Node> {
  const node = await startRpcNode({ rest: true });
  const { address } = await node.node.listenPeers({ host: '127.0.0.1', port: 0 });
  return { ...node, followed: { url: node.url, user: USER, password: PASSWORD, peers: address }, longest: 1_000 };
}

async function real(): Promise<Node> {
  if ('missing' in bitcoind) throw new Error(bitcoind.missing);
  const [port, credentials] = [await freePort(), { user: USER, password: 'password' }];
  const node = await startBitcoind(bitcoind.program, credentials, ['-rest=1', `-bind=127.0.0.1:${port}`]);
  return { ...node, followed: { url: node.url, ...credentials, peers: `127.0.0.1:${port}` }, longest: 34 };
}

/** Our server on a node, whichever it is. */
async function startOurs({ url, user, password }: Followed): Promise<{ client: Connection } & AsyncDisposable> {
  const index = followNode(createBitcoinClient({ rpcUrl: url, rpcUser: user, rpcPassword: password }).call);
  const subscribe = () => () => undefined;
  const server = await startElectrumServer({ host: '127.0.0.1', port: 0, index, subscribe, software: 'test', name: '127.0.0.1' });
  const client = await connectElectrum(`tcp://127.0.0.1:${server.port}`);
  return {
    client,
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      await server.close();
    },
  };
}

type Query = [method: string, ...params: unknown[]];

function randomQuery(random: Random, { scripts, txids }: RandomChain, height: number): Query {
  // electrs has no history of OP_RETURN, but shows such outputs as unspent while they are pending.
  const known = scripts.filter((each) => !each.startsWith('6a'));
  const script = random.oneIn(20) ? Buffer.from(random.bytes(22)).toString('hex') : random.pick(known);
  const hash = createHash('sha256').update(Buffer.from(script, 'hex')).digest().reverse().toString('hex');
  const txid = random.oneIn(20) ? Buffer.from(random.bytes(32)).toString('hex') : random.pick(txids);
  const at = random.below(height + 3);
  return random.pick<Query>([
    ['blockchain.scripthash.get_balance', hash],
    ['blockchain.scripthash.get_history', hash],
    ['blockchain.scripthash.listunspent', hash],
    ['blockchain.scripthash.subscribe', hash],
    ['blockchain.transaction.get', txid],
    ['blockchain.transaction.get', txid, true],
    ['blockchain.transaction.get_merkle', txid, at],
    ['blockchain.transaction.id_from_pos', at, random.below(5), random.oneIn(2)],
    ['blockchain.block.header', at],
    ['blockchain.block.headers', at, random.below(20)],
    ['blockchain.headers.subscribe'],
    ['blockchain.relayfee'],
  ]);
}

type Item = { tx_hash: string; height: number };

/** Asks a server. @returns its answer in a form that another server's equals */
async function ask(client: Connection, query: Query): Promise<unknown> {
  const [method, hash, isDetailed] = query;
  const answer = await client.ask(...query);
  // Which words an error has is up to a server.
  if (typeof answer === 'string' && /^-?\d+ /.test(answer)) return 'an error';
  switch (method) {
    case 'blockchain.scripthash.subscribe': {
      const history = (await client.ask('blockchain.scripthash.get_history', hash)) as Item[];
      expect(answer).toBe(statusOf(history));
      return inOrder(history);
    }
    case 'blockchain.scripthash.get_history':
      return inOrder(answer as Item[]);
    // Lists of unspent outputs have no order.
    case 'blockchain.scripthash.listunspent':
      return (answer as Item[]).map((item) => JSON.stringify(item, Object.keys(item).sort())).sort();
    // electrs tells the node the block, which then says whether it is active.
    case 'blockchain.transaction.get':
      return isDetailed === true ? { ...(answer as object), in_active_chain: true } : answer;
    // electrs calls it tx_id, also without a proof, when the protocol has the hash alone.
    case 'blockchain.transaction.id_from_pos': {
      const { tx_id: id, merkle } = answer as { tx_id?: string; merkle?: string[] };
      if (id === undefined) return answer;
      return merkle === undefined ? id : { tx_hash: id, merkle };
    }
    default:
      return answer;
  }
}

/** Protocol 1.6 orders pending transactions of one height by their hashes as they are shown; electrs, which speaks 1.4, by their bytes. */
function inOrder(history: readonly Item[]): Item[] {
  const pending = history.filter(({ height }) => height < 1);
  return [
    ...history.filter(({ height }) => height > 0),
    ...pending.sort((a, b) => b.height - a.height || (a.tx_hash < b.tx_hash ? -1 : 1)),
  ];
}

function statusOf(history: readonly Item[]): string | null {
  const text = history.map(({ tx_hash, height }) => `${tx_hash}:${height}:`).join('');
  return text === '' ? null : createHash('sha256').update(text).digest('hex');
}

/** Asks our server and electrs on the same node. @returns the queries whose answers differ */
async function differences(start: () => Promise<Node>): Promise<object[]> {
  if ('missing' in electrs) throw new Error(electrs.missing);
  const random = createRandom(seed);
  await using node = await start();
  await using ours = await startOurs(node.followed);
  const chain = await makeRandomChain(node.call, random, { blocks: 60, longest: node.longest });
  await using theirs = await startElectrs(electrs, node.followed);
  const height = (await node.call('getblockcount')) as number;
  const both = [ours.client, theirs.client];
  for (const client of both) await client.ask('server.version', 'test', '1.4');
  await expect.poll(() => theirs.client.ask('blockchain.headers.subscribe'), { timeout: 60_000 }).toMatchObject({ height });
  await expect.poll(() => theirs.client.ask('mempool.get_fee_histogram'), { timeout: 60_000 }).not.toEqual([]);
  const found: object[] = [];
  for (let count = 0; count < QUERIES; count++) {
    const query = randomQuery(random, chain, height);
    const [own, other] = await Promise.all(both.map((client) => ask(client, query)));
    if (!isDeepStrictEqual(own, other)) found.push({ query, own, other });
  }
  return found;
}

describe.skipIf('missing' in electrs)(`beside electrs${needsElectrs}`, () => {
  test(`default: ${QUERIES} random queries on the embedded node (seed ${seed})`, { timeout: 600_000 }, async () => {
    expect(await differences(embedded)).toEqual([]);
  });

  // Later ones ask for routes of bitcoind's REST interface that only Bitcoin Core 31 has.
  const usesPeers = 'usesPeers' in electrs && electrs.usesPeers;
  const missing = 'missing' in bitcoind ? bitcoind.missing : usesPeers ? undefined : 'electrs 0.11 and later need Bitcoin Core 31';
  test.skipIf(missing !== undefined)(
    `default: ${QUERIES} random queries on a real bitcoind${missing === undefined ? '' : ` (${missing})`} (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      expect(await differences(real)).toEqual([]);
    },
  );
});
