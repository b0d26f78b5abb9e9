import { connect } from 'node:net';
import { connectElectrum } from '../bitcoin/electrum/connection.js';
import { scriptHashOf } from '../bitcoin/electrum/script-hash.js';
import { type Figure, measure } from './measure.js';
import { ADDRESS, paymentRate } from './payments.js';
import { program, startProgram } from './program.js';
import { rpcClient } from './rpc-client.js';

const TRANSACTIONS = 10_000;
const PAYMENTS = 2_000;
const SUBSCRIBERS = 200;
const BLOCKS = 50;
const NODE = [...program.slice(0, 2), 'node', 'bitcoin', '--port', '0', '--electrum', '--electrum-port', '0', '--json'];

/** The Electrum server of a Bitcoin node in its own process: an address with a long history, and many clients that follow it. */
export async function electrumFigures(home: string): Promise<Figure[]> {
  await using node = await startProgram(NODE, home);
  const { urls, bitcoin } = JSON.parse(node.readyLine);
  const call = rpcClient(urls.bitcoin, `${bitcoin.rpcUser}:${bitcoin.rpcPassword}`);
  for (let paid = 0; paid < TRANSACTIONS; paid += PAYMENTS) await paymentRate(call, PAYMENTS);
  const hash = scriptHashOf(ADDRESS);
  using asker = await connectAsker(urls.electrum);
  const ask = (method: string) => asker.ask(`blockchain.scripthash.${method}`, hash);
  const label = `Electrum: an address with ${TRANSACTIONS} transactions`;
  const figures = [
    await measure(`${label}: the first answer, which makes the index`, '', 1, () => ask('get_balance')),
    await measure(`${label}: get_history`, '≤ 10', 200, () => ask('get_history')),
    await measure(`${label}: subscribe`, '≤ 10', 200, () => ask('subscribe')),
    await measure(`${label}: get_balance`, '≤ 5', 200, () => ask('get_balance')),
    await measure(`${label}: listunspent`, '', 50, () => ask('listunspent')),
    await measure(`${label}: a block, then get_history`, '', 20, async () => {
      await call('generatetoaddress', 1, ADDRESS);
      const started = performance.now();
      await ask('get_history');
      return performance.now() - started;
    }),
    await measure(`${label}: a block → ${SUBSCRIBERS} subscribers notified`, '', 1, () => notified(urls.electrum, hash, call)),
  ];
  call.close();
  return figures;
}

/** @returns the mean time of a block. @throws Error if a subscriber misses a block */
async function notified(url: string, hash: string, call: ReturnType<typeof rpcClient>): Promise<number> {
  const clients = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => connectElectrum(url)));
  for (const client of clients) {
    await client.ask('blockchain.headers.subscribe');
    await client.ask('blockchain.scripthash.subscribe', hash);
  }
  const started = performance.now();
  for (let block = 1; block <= BLOCKS; block++) {
    await call('generatetoaddress', 1, ADDRESS);
    // One notification of the header, one of the script hash.
    while (clients.some(({ others }) => others.length < 2 * block)) {
      if (performance.now() - started > 120_000) throw new Error(`not all subscribers heard of block ${block} of ${BLOCKS}`);
      await new Promise(setImmediate);
    }
  }
  const ms = performance.now() - started;
  for (const client of clients) client[Symbol.dispose]();
  return ms / BLOCKS;
}

/** A client that waits for the end of an answer without parsing it: the benchmark measures the server. */
async function connectAsker(url: string): Promise<{ ask(method: string, ...params: unknown[]): Promise<void> } & Disposable> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    ask: (method, ...params) =>
      new Promise((resolve, reject) => {
        let start = '';
        const onData = (data: Buffer): void => {
          start ||= data.toString('latin1', 0, 40);
          if (data.at(-1) !== 10) return;
          socket.off('data', onData);
          if (start.includes('"error"')) reject(new Error(`${method}: ${data}`));
          else resolve();
        };
        socket.on('data', onData);
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
      }),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
