import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { encodeAddress } from '#dist/node/bitcoin/address/address.js';
import { recordTx, txHex } from '#dist/node/bitcoin/chain/tx-record.js';
import { hashFromHex } from '#dist/node/bitcoin/codec/hex.js';
import type { Transaction, TxOut } from '#dist/node/bitcoin/codec/transaction.js';
import { hash160 } from '#dist/node/bitcoin/crypto/hash.js';
import { publicKeyOf } from '#dist/node/bitcoin/crypto/key.js';
import { createBitcoinNode } from '#dist/node/bitcoin/node.js';
import { STANDARD_FLAGS } from '#dist/node/bitcoin/script/flags.js';
import { signInput } from '#dist/node/bitcoin/script/sign.js';
import { verifyTransaction } from '#dist/node/bitcoin/script/verify.js';
import { type Figure, measure } from './measure.js';
import { program, startProgram } from './program.js';

const KEY = new Uint8Array(32).fill(1);
const SCRIPT = Uint8Array.of(0, 20, ...hash160(publicKeyOf(KEY)));
const ADDRESS = encodeAddress(SCRIPT) ?? '';
const PAYMENTS = 2_000;
const SIGNATURES = 4_000;
/** The real one: `BITCOIND`, or what PATH has. */
const { BITCOIND = 'bitcoind' } = process.env;
const LONG_CHAIN = 5_000;
const BITCOIN = [...program.slice(0, 2), 'node', 'bitcoin', '--port', '0', '--json'];

/** The Bitcoin node alone: start, blocks, signatures, payments over HTTP, memory, snapshots, and beside a real bitcoind. */
export async function bitcoinFigures(home: string): Promise<Figure[]> {
  const starts: { answering: number; blocks: number }[] = [];
  const run = promisify(execFile);
  for (let count = 0; count < 11; count++) {
    const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, 'bitcoin-start.mjs')]);
    starts.push(JSON.parse(stdout));
  }
  return [
    await measure('Bitcoin node: import → RPC answering', '≤ 60', starts.length, async (at) => starts[at]?.answering),
    await measure('Bitcoin node: the first 150 blocks', '≤ 60', starts.length, async (at) => starts[at]?.blocks),
    await measure('Bitcoin node: one-input signature checks', '≥ 2000', 3, async () => signatureChecks(), '/s'),
    ...(await payments(path.join(home, 'bitcoin'))),
    ...(await snapshots()),
    ...(await besideBitcoind(home)),
  ];
}

type Coin = { txid: string; index: number; value: bigint };

/** A signed spend of outputs of the key. */
function pay(coin: Coin, outputs: bigint[]): Transaction {
  const spent: TxOut[] = [{ value: coin.value, scriptPubKey: SCRIPT }];
  const previous = { hash: hashFromHex(coin.txid), index: coin.index };
  const tx: Transaction = {
    version: 2,
    inputs: [{ previous, scriptSig: new Uint8Array(), sequence: 0xfffffffd, witness: [] }],
    outputs: outputs.map((value) => ({ value, scriptPubKey: SCRIPT })),
    lockTime: 0,
  };
  return { ...tx, inputs: tx.inputs.map((input, index) => ({ ...input, ...signInput(tx, index, spent, KEY) })) };
}

function signatureChecks(): number {
  const value = 10_000n;
  const spent = [{ value, scriptPubKey: SCRIPT }];
  const list = Array.from({ length: SIGNATURES }, (_, index) => pay({ txid: '11'.repeat(32), index, value }, [9_000n]));
  const started = performance.now();
  for (const tx of list) if (verifyTransaction(tx, spent, STANDARD_FLAGS) !== undefined) throw new Error('a signature is not valid');
  return (SIGNATURES * 1000) / (performance.now() - started);
}

type Call = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Calls over one connection that stays open. */
function client(url: string, auth: string): Call & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call: Call = (method, ...params) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent, auth }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('end', () => {
          const { result, error } = JSON.parse(text === '' ? '{}' : text);
          if (response.statusCode === 200) resolve(result);
          else reject(new Error(`${method}: ${response.statusCode} ${JSON.stringify(error)}`));
        });
      });
      sent.once('error', reject).end(JSON.stringify({ id: 1, method, params }));
    });
  return Object.assign(call, { close: () => agent.destroy() });
}

/** One client sends payments signed beforehand, one after another. */
async function payments(home: string): Promise<Figure[]> {
  await using started = await startProgram(BITCOIN, home);
  const { urls, bitcoin } = JSON.parse(started.firstLine);
  const call = client(urls.bitcoin, `${bitcoin.rpcUser}:${bitcoin.rpcPassword}`);
  await call('getblockcount');
  const memory = (name: string) => measure(name, '≤ 120', 1, async () => started.rssMiB(), 'MiB');
  const bare = await memory('Bitcoin node: resident memory once it answers');
  const coin = await firstCoin(call);
  const share = (coin.value - 1_000_000n) / BigInt(PAYMENTS);
  const fan = pay(
    coin,
    Array.from({ length: PAYMENTS }, () => share),
  );
  await call('sendrawtransaction', txHex(fan), 0);
  await call('generatetoaddress', 1, ADDRESS);
  const { txid } = recordTx(fan);
  const list = fan.outputs.map(({ value }, index) => txHex(pay({ txid, index, value }, [value - 1_000n])));
  const rate = await measure(
    'Bitcoin node: sendrawtransaction over HTTP, one client',
    '≥ 1000',
    1,
    async () => {
      const begun = performance.now();
      for (const raw of list) await call('sendrawtransaction', raw);
      return (PAYMENTS * 1000) / (performance.now() - begun);
    },
    'tx/s',
  );
  await call('generatetoaddress', 1, ADDRESS);
  call.close();
  return [bare, rate, await memory(`Bitcoin node: resident memory after ${PAYMENTS} payments`)];
}

/** Mines until a coinbase of the key can be spent. */
async function firstCoin(call: Call): Promise<Coin> {
  const [hash] = (await call('generatetoaddress', 101, ADDRESS)) as string[];
  const { tx } = (await call('getblock', hash)) as { tx: string[] };
  return { txid: tx[0] ?? '', index: 0, value: 5_000_000_000n };
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

/** Start → 101 blocks → a payment in a block, all over RPC: in this process, as a command, and with a real bitcoind, by turns. */
async function besideBitcoind(home: string): Promise<Figure[]> {
  const name = 'start → 101 blocks → first payment';
  const times: Record<'inside' | 'command' | 'bitcoind', number[]> = { inside: [], command: [], bitcoind: [] };
  const runs = 7;
  const compare = hasBitcoind();
  for (let run = 0; run < runs; run++) {
    times.inside.push(await inside());
    times.command.push(await command(path.join(home, `pay-${run}`)));
    if (compare) times.bitcoind.push(await real(path.join(home, `bitcoind-${run}`)));
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

function hasBitcoind(): boolean {
  try {
    execFileSync(BITCOIND, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function firstPayment(call: Call): Promise<void> {
  const coin = await firstCoin(call);
  await call('sendrawtransaction', txHex(pay(coin, [coin.value - 1_000n])));
  await call('generatetoaddress', 1, ADDRESS);
}

async function inside(): Promise<number> {
  const begun = performance.now();
  const node = createBitcoinNode();
  const { url } = await node.listen({ host: '127.0.0.1', port: 0, user: 'u', password: 'p' });
  const call = client(url, 'u:p');
  await firstPayment(call);
  call.close();
  await node.close();
  return performance.now() - begun;
}

async function command(home: string): Promise<number> {
  const begun = performance.now();
  await using started = await startProgram(BITCOIN, home);
  const { urls, bitcoin } = JSON.parse(started.firstLine);
  const call = client(urls.bitcoin, `${bitcoin.rpcUser}:${bitcoin.rpcPassword}`);
  await firstPayment(call);
  call.close();
  return performance.now() - begun;
}

async function real(folder: string): Promise<number> {
  mkdirSync(folder);
  const begun = performance.now();
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const flags = [
    '-regtest',
    `-datadir=${folder}`,
    '-listen=0',
    '-disablewallet',
    '-printtoconsole=0',
    `-rpcport=${port}`,
    '-rpcuser=u',
    '-rpcpassword=p',
  ];
  const child = spawn(BITCOIND, flags, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const call = client(`http://127.0.0.1:${port}`, 'u:p');
  try {
    while (child.exitCode === null && !(await call('getblockcount').then(Number.isInteger, () => false))) await delay(5);
    await firstPayment(call);
    return performance.now() - begun;
  } finally {
    call.close();
    child.kill('SIGTERM');
    await ended;
  }
}
