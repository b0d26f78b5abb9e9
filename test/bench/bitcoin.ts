import path from 'node:path';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import { STANDARD_FLAGS } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { verifyTransaction } from '#dist/bitcoin/protocol/script/interpreter/verify.js';
import { hasBitcoind, startBitcoind } from './bitcoind.js';
import { type Figure, measure } from './measure.js';
import { run } from './owned.js';
import { firstPayment, pay, paymentRate, SCRIPT, toKey, walletPaymentRate } from './payments.js';
import { program, startProgram } from './program.js';
import { type Call, rpcClient } from './rpc-client.js';
import { SIGNATURE_CHECKS, sigopsBlock } from './sigops.js';

const PAYMENTS = 2_000;
const WALLET_PAYMENTS = 300;
const SIGNATURES = 4_000;
const LONG_CHAIN = 5_000;
const ADDRESS_TRANSACTIONS = 10_000;
const BITCOIN = [...program.slice(0, 2), 'node', 'bitcoin', '--port', '0', '--json'];

/** The Bitcoin node alone: start, blocks, signatures, payments over HTTP, memory, snapshots, and beside a real bitcoind. */
export async function bitcoinFigures(home: string): Promise<Figure[]> {
  const starts: { answering: number; blocks: number }[] = [];
  for (let count = 0; count < 11; count++) {
    starts.push(JSON.parse(await run(process.execPath, [path.join(import.meta.dirname, 'bitcoin-start.mjs')])));
  }
  return [
    await measure('Bitcoin node: import → RPC answering', '≤ 60', starts.length, async (at) => starts[at]?.answering),
    await measure('Bitcoin node: the first 150 blocks', '≤ 60', starts.length, async (at) => starts[at]?.blocks),
    await measure('Bitcoin node: one-input signature checks', '≥ 2000', 3, async () => signatureChecks(), '/s'),
    ...(await payments(home)),
    ...(await snapshots()),
    ...(await addressPages(home)),
    ...(await fullBlocks(home)),
    ...(await besideBitcoind(home)),
  ];
}

function signatureChecks(): number {
  const value = 10_000n;
  const spent = [{ value, scriptPubKey: SCRIPT }];
  const list = Array.from({ length: SIGNATURES }, (_, index) => pay({ txid: '11'.repeat(32), index, value }, [toKey(9_000n)]));
  const started = performance.now();
  for (const tx of list) if (verifyTransaction(tx, spent, STANDARD_FLAGS) !== undefined) throw new Error('a signature is not valid');
  return (SIGNATURES * 1000) / (performance.now() - started);
}

/** A node in its own process, called over RPC. */
async function startCommand(home: string) {
  const started = await startProgram(BITCOIN, home);
  const { urls, bitcoin } = JSON.parse(started.readyLine);
  const call = rpcClient(urls.bitcoin, `${bitcoin.rpcUser}:${bitcoin.rpcPassword}`);
  return {
    call,
    url: String(urls.bitcoin),
    rssMiB: started.rssMiB,
    async [Symbol.asyncDispose]() {
      call.close();
      await started[Symbol.asyncDispose]();
    },
  };
}

/** One client with one connection sends payments one after the other; to a real bitcoind as well, if PATH has one. */
async function payments(home: string): Promise<Figure[]> {
  const name = 'sendrawtransaction over HTTP, one client';
  const rateOf = (label: string, goal: string, call: Call) =>
    measure(`${label}: ${name}`, goal, 1, () => paymentRate(call, PAYMENTS), 'tx/s');
  await using node = await startCommand(path.join(home, 'bitcoin'));
  await node.call('getblockcount');
  const walletRate = (label: string, goal: string, call: Call) =>
    measure(`${label}: sendtoaddress over HTTP, one client`, goal, 1, () => walletPaymentRate(call, WALLET_PAYMENTS), 'tx/s');
  const memory = (label: string) => measure(label, '≤ 120', 1, async () => node.rssMiB(), 'MiB');
  const own = [
    await memory('Bitcoin node: resident memory once it answers'),
    await rateOf('Bitcoin node', '≥ 1000', node.call),
    await memory(`Bitcoin node: resident memory after ${PAYMENTS} payments`),
    await walletRate('Bitcoin node', '≥ 300', node.call),
  ];
  if (!hasBitcoind()) return own;
  await using real = await startBitcoind(path.join(home, 'bitcoind'));
  return [...own, await rateOf('bitcoind', '', real.call)];
}

async function snapshots(): Promise<Figure[]> {
  const node = createBitcoinNode();
  node.mine(LONG_CHAIN, SCRIPT);
  const take = () => node.snapshot();
  const kept = take();
  return [
    await measure(`Bitcoin node: snapshot of ${LONG_CHAIN} blocks`, '≤ 5', 50, async () => void take()),
    await measure(`Bitcoin node: restore of ${LONG_CHAIN} blocks`, '≤ 5', 50, async () => {
      node.mine(1, SCRIPT);
      const started = performance.now();
      node.restore(kept);
      return performance.now() - started;
    }),
  ];
}

/** Esplora's pages of an address with many transactions. */
async function addressPages(home: string): Promise<Figure[]> {
  await using node = await startCommand(path.join(home, 'esplora'));
  for (let paid = 0; paid < ADDRESS_TRANSACTIONS; paid += PAYMENTS) await paymentRate(node.call, PAYMENTS);
  const [address] = (await node.call('deriveaddresses', await descriptorOf(node.call))) as string[];
  const ask = async (route: string): Promise<unknown> => (await fetch(`${node.url}/address/${address}${route}`)).json();
  const started = performance.now();
  let page = (await ask('/txs')) as { txid: string }[];
  const index = performance.now() - started;
  const label = `Bitcoin node: Esplora, an address with ${ADDRESS_TRANSACTIONS} transactions`;
  return [
    await measure(`${label}: the first answer, which makes the index`, '', 1, async () => index),
    await measure(`${label}: its sums`, '≤ 5', 200, () => ask('')),
    await measure(`${label}: a page`, '≤ 5', 200, async () => {
      page = (await ask(`/txs/chain/${page.at(-1)?.txid}`)) as { txid: string }[];
    }),
  ];
}

/** A block at the limit of signature checks; of a real bitcoind as well, if PATH has one. */
async function fullBlocks(home: string): Promise<Figure[]> {
  const name = `a block of ${SIGNATURE_CHECKS} executed signature checks`;
  await using node = await startCommand(path.join(home, 'sigops'));
  const own = await measure(`Bitcoin node: ${name}`, '', 1, () => sigopsBlock(node.call));
  if (!hasBitcoind()) return [own];
  await using real = await startBitcoind(path.join(home, 'sigops-bitcoind'));
  return [own, await measure(`bitcoind: ${name}`, '', 1, () => sigopsBlock(real.call))];
}

async function descriptorOf(call: Call): Promise<string> {
  const { descriptor } = (await call('getdescriptorinfo', `raw(${Buffer.from(SCRIPT).toString('hex')})`)) as { descriptor: string };
  return descriptor;
}

/** Start → 101 blocks → a payment in a block, all over RPC: in this process, as a command, and with a real bitcoind, by turns. */
async function besideBitcoind(home: string): Promise<Figure[]> {
  const name = 'start → 101 blocks → first payment';
  const times: Record<'inside' | 'command' | 'bitcoind', number[]> = { inside: [], command: [], bitcoind: [] };
  const runs = 7;
  const compare = hasBitcoind();
  for (let run = 0; run < runs; run++) {
    times.inside.push(await inside());
    times.command.push(await outside(() => startCommand(path.join(home, `pay-${run}`))));
    if (compare) times.bitcoind.push(await outside(() => startBitcoind(path.join(home, `bitcoind-${run}`))));
  }
  const figure = (label: string, list: number[]) => measure(label, '', runs, async (run) => list[run]);
  const ratio = (label: string, list: number[]) =>
    measure(`${label}, as a ratio to bitcoind`, '', runs, async (run) => (list[run] ?? 0) / (times.bitcoind[run] ?? 1), '×');
  const own = [
    await figure(`Bitcoin node in this process: ${name}${compare ? '' : ' (no bitcoind to compare with)'}`, times.inside),
    await figure(`Bitcoin node as a command: ${name}`, times.command),
  ];
  if (!compare) return own;
  return [
    ...own,
    await figure(`bitcoind: ${name}`, times.bitcoind),
    await ratio('the node in this process', times.inside),
    await ratio('the node as a command', times.command),
  ];
}

async function inside(): Promise<number> {
  const begun = performance.now();
  const node = createBitcoinNode();
  const { url } = await node.listen({ host: '127.0.0.1', port: 0, user: 'u', password: 'p' });
  const call = rpcClient(url, 'u:p');
  await firstPayment(call);
  call.close();
  await node.close();
  return performance.now() - begun;
}

/** From the start of the process to the first payment, without the end of the process. */
async function outside(start: () => Promise<{ call: Call } & AsyncDisposable>): Promise<number> {
  const begun = performance.now();
  await using started = await start();
  await firstPayment(started.call);
  return performance.now() - begun;
}
