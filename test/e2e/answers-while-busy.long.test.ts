import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Cl, getAddressFromPrivateKey, makeSTXTokenTransfer } from '@stacks/transactions';
import { connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SimulateStep } from '#dist/network/devnet/simulation/types.js';
import type { Devnet } from '#dist/network/types.js';
import { encodeMessage, MessageReader } from '#dist/tools/debugger/messages.js';
import { connectElectrum } from '../bitcoin/electrum/connection.js';
import { greetedPeer, inventory } from '../bitcoin/node/peers/test-peer.js';
import { account } from '../devnet.js';
import { type Inner, startInner } from '../engines/external/inner.js';
import { freePorts } from '../free-ports.js';
import { FULL_LENGTH } from '../full-length.js';
import { CAN_PROBE, longestWait } from './ready-probe.js';

/** In ms of processor time. Machines of tests may be half as fast as those on which 500 ms was enough for the smaller sizes. */
const LIMIT = 1_000;
const sized = (full: number, small: number): number => (FULL_LENGTH ? full : small);

/** Of a large contract, in bytes. */
const SIZE = 60_000;
const MINER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const RECIPIENT = 'ST1J4G6RR643BCG8G8SR6M2D9Z9KXT2NJDRK3FBTK';
const XPUB = 'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
/** A node takes 25 pending transactions of an account. */
const CHAIN = 25;
const SENDERS = Array.from({ length: sized(100, 20) }, (_, index) => {
  const key = `${`${index + 1}`.padStart(64, '0')}01`;
  return { key, address: getAddressFromPrivateKey(key, 'testnet') };
});
const PRINTS = sized(100, 10);
const SOURCE = `
(define-data-var total uint u0)
(define-private (one (x uint) (sum uint)) (begin (print x) (+ sum x)))
(define-private (thousand (x uint) (sum uint)) (fold one (list ${'u1 '.repeat(1_000)}) sum))
(define-public (go) (ok (fold thousand (list ${'u1 '.repeat(PRINTS)}) u0)))
(define-public (put (x uint)) (ok (var-set total x)))`;

const CONTRACTS = sized(5_000, 400);
const CONTRACT = `
(define-data-var total uint u0)
(define-map sums principal uint)
(define-fungible-token token)
${Array.from({ length: 8 }, (_, index) => `(define-read-only (sum-${index} (x uint)) (+ x u${index} (default-to u0 (map-get? sums tx-sender))))`).join('\n')}
(define-public (add (x uint)) (begin (map-set sums tx-sender x) (ok (var-set total (+ x (var-get total))))))`;
/** What the write of a state file left for its loads. */
let saved: { state: Uint8Array; height: number };

let network: Inner & { urls: { electrum: string; dap: string } };
let devnet: Devnet;
let peers: string;
beforeAll(async () => {
  const [dap, peersPort] = await freePorts(2);
  peers = `127.0.0.1:${peersPort}`;
  const balances = SENDERS.flatMap(({ address }) => ['--balance', `${address}=1000000000`]);
  const servers = ['--electrum', '--dap', `${dap}`, '--ports-bitcoin-peers', `${peersPort}`];
  network = (await startInner(['--ports', 'auto', '--log-level', 'error', ...servers, ...balances])) as typeof network;
  devnet = await connectDevnet(network.urls.gateway);
  await devnet.stacks.deploy({ name: 'busy', source: SOURCE, as: 'deployer', fee: 1_000_000n });
});
afterAll(async () => {
  await devnet?.close();
  await network?.[Symbol.asyncDispose]();
});

async function rpc<T>(method: string, params: unknown[] = [], path = '/'): Promise<T> {
  const { result, error } = JSON.parse(await post(JSON.stringify({ method, params }), path)) as { result: T; error: { message: string } };
  if (error !== null) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function info(text: string): Promise<string> {
  return (await rpc<{ descriptor: string }>('getdescriptorinfo', [text])).descriptor;
}

async function post(body: string, path = '/'): Promise<string> {
  const headers = { authorization: `Basic ${btoa('devnet:devnet')}`, 'content-type': 'application/json' };
  return (await fetch(new URL(path, network.urls.bitcoin), { method: 'POST', headers, body })).text();
}

async function get<T = { results: unknown[] }>(path: string): Promise<T> {
  const response = await fetch(`${network.urls.gateway}${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const times = <T>(count: number, task: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => task(index)));

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Work that is legal and heavy. Each checks that it was done. */
const WORK: Record<string, () => Promise<unknown>> = {
  async 'a transaction with many events'() {
    const { status, events } = await devnet.contract('busy').call('go', [], { as: 'wallet_1', fee: 1_000_000n });
    expect({ status, count: events.length }).toEqual({ status: 'success', count: PRINTS * 1_000 });
  },
  async 'a simulation of many steps'() {
    const call = (value: number): SimulateStep => ({
      type: 'call',
      sender: account(devnet, 'wallet_1').stx.address,
      contract: `${account(devnet, 'deployer').stx.address}.busy`,
      function: 'put',
      args: [Cl.uint(value)],
    });
    const count = sized(1_000, 200);
    const { steps } = await devnet.simulate({ steps: Array.from({ length: count }, (_, value) => call(value)) });
    expect(steps).toHaveLength(count);
  },
  async 'many readers of events beside a large deploy'() {
    const readers = await times(sized(1_000, 200), async () => {
      const socket = await open(Number(new URL(network.urls.gateway).port));
      socket.write('GET /devnet/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      await once(socket, 'data');
      let length = 0;
      const heard = new Promise<void>((resolve) => {
        socket.on('data', (bytes) => {
          length += bytes.length;
          if (length > SIZE) resolve();
        });
      });
      return { heard };
    });
    const source = `;; ${'y'.repeat(SIZE)}\n(define-constant a u1)`;
    await devnet.stacks.deploy({ name: 'large', source, as: 'deployer', fee: 1_000_000n });
    await Promise.all(readers.map(({ heard }) => heard));
  },
  async 'inventories of the largest size from one peer'() {
    const peer = await greetedPeer(peers);
    const count = sized(50_000, 20_000);
    for (let message = 0; message < 20; message++) {
      const hashes = Array.from({ length: count }, (_, index) => `${message * count + index}`.padStart(64, '0'));
      peer.send('inv', inventory(...hashes.map((hash): [number, string] => [1, hash])));
    }
    await peer.settled();
    expect(peer.isClosed()).toBe(false);
    peer.close();
  },
  async 'a debugger that does not read'() {
    const socket = await open(Number(new URL(network.urls.dap).port));
    const reader = new MessageReader();
    let answers = 0;
    socket.on('data', (bytes) => {
      answers += reader.push(bytes).length;
    });
    socket.pause();
    const count = sized(5_000, 1_000);
    for (let seq = 1; seq <= count; seq++) {
      const command = seq === 1 ? 'initialize' : 'loadedSources';
      socket.write(encodeMessage({ seq, type: 'request', command, arguments: { adapterID: 'test' } }));
    }
    // A while in which nobody reads.
    await delay(300);
    socket.resume();
    await expect.poll(() => answers).toBeGreaterThanOrEqual(count);
  },
  async 'PSBTs with many inputs'() {
    // Before the subsidies are halved many times.
    await rpc('createwallet', ['psbt']);
    const { descriptors } = await rpc<{ descriptors: { desc: string }[] }>('listdescriptors', [], '/wallet/psbt');
    const taproot = descriptors.find(({ desc }) => desc.startsWith('tr('))?.desc;
    const count = sized(1_000, 200);
    // Coins of many scripts.
    const addresses = await rpc<string[]>('deriveaddresses', [taproot, count - 1]);
    await rpc('generatetoaddress', [101, await rpc('getnewaddress', [], '/wallet/psbt')]);
    await rpc('keypoolrefill', [count], '/wallet/psbt');
    for (let from = 0; from < count; from += 100) {
      const amounts = Object.fromEntries(addresses.slice(from, from + 100).map((address) => [address, 0.001]));
      await rpc('sendmany', ['', amounts], '/wallet/psbt');
      await rpc('generatetoaddress', [1, MINER]);
    }
    const options = { add_to_wallet: false, fee_rate: 10 };
    const { psbt, complete } = await rpc<{ psbt: string; complete: boolean }>(
      'sendall',
      [[MINER], null, null, null, options],
      '/wallet/psbt',
    );
    expect(complete).toBe(true);
    const { inputs } = await rpc<{ inputs: unknown[] }>('decodepsbt', [psbt]);
    expect(inputs.length).toBeGreaterThanOrEqual(count);
    expect(await rpc('analyzepsbt', [psbt])).toMatchObject({ next: 'extractor' });
    expect(await rpc('finalizepsbt', [psbt])).toMatchObject({ complete: true });
    expect(await rpc('walletprocesspsbt', [psbt], '/wallet/psbt')).toMatchObject({ complete: true });
    expect(await rpc('sendall', [[MINER]], '/wallet/psbt')).toMatchObject({ complete: true });
  },
  async generatetoaddress() {
    expect(await rpc('generatetoaddress', [sized(10_000, 1_000), MINER])).toHaveLength(sized(10_000, 1_000));
  },
  async 'Electrum proofs in one batch'() {
    using client = await connectElectrum(network.urls.electrum);
    const height = await rpc<number>('getblockcount');
    const ask = (id: number) => ({ jsonrpc: '2.0', id, method: 'blockchain.block.header', params: [id, height] });
    // The connection reads one answer at a time; a batch is a line with many.
    client.send(JSON.stringify(Array.from({ length: 200 }, (_, id) => ask(id))));
    await expect.poll(() => client.all.flat().length).toBe(200);
  },
  async 'a batch of JSON-RPC'() {
    const tip = await rpc('getbestblockhash');
    const batch = Array.from({ length: sized(20_000, 4_000) }, (_, id) => ({ id, method: 'getblock', params: [tip, 2] }));
    expect(JSON.parse(await post(JSON.stringify(batch)))).toHaveLength(batch.length);
  },
  async 'addresses and coins of a long range'() {
    const { descriptor } = await rpc<{ descriptor: string }>('getdescriptorinfo', [`wpkh(${XPUB}/0/*)`]);
    const last = sized(20_000, 4_000) - 1;
    expect(await rpc('deriveaddresses', [descriptor, [0, last]])).toHaveLength(last + 1);
    const { success } = await rpc<{ success: boolean }>('scantxoutset', ['start', [{ desc: descriptor, range: last }, `addr(${MINER})`]]);
    expect(success).toBe(true);
  },
  async 'a wallet that watches many keys and coins'() {
    await rpc('createwallet', ['watch', true]);
    const imports = [`wpkh(${XPUB}/1/*)`, `addr(${MINER})`].map(async (text) => {
      const { descriptor } = await rpc<{ descriptor: string }>('getdescriptorinfo', [text]);
      return { desc: descriptor, timestamp: 0, ...(text.includes('*') && { range: [0, sized(5_000, 1_000)] }) };
    });
    const imported = await rpc<{ success: boolean }[]>('importdescriptors', [await Promise.all(imports)], '/wallet/watch');
    expect(imported.map(({ success }) => success)).toEqual([true, true]);
    expect((await rpc<unknown[]>('listtransactions', ['*', 100_000], '/wallet/watch')).length).toBeGreaterThanOrEqual(sized(10_000, 1_000));
    expect((await rpc<unknown[]>('listunspent', [], '/wallet/watch')).length).toBeGreaterThanOrEqual(sized(9_000, 900));
    await rpc('unloadwallet', ['watch']);
    await rpc('loadwallet', ['watch']);
    await rpc('rescanblockchain', [], '/wallet/watch');
    const [[[address]]] = await rpc<[[[string]]]>('listaddressgroupings', [], '/wallet/watch');
    expect(address).toBe(MINER);
  },
  async 'a payment with many coins'() {
    await rpc('createwallet', ['coins']);
    const address = await rpc('getnewaddress', [], '/wallet/coins');
    const count = sized(1_200, 200);
    await rpc('generatetoaddress', [count, address]);
    await rpc('generatetoaddress', [100, MINER]);
    const funded = await rpc<number>('getbalance', [], '/wallet/coins');
    // A standard transaction has no more than about 1,450 inputs.
    expect(await rpc('sendtoaddress', [MINER, Number((funded * 0.9).toFixed(8))], '/wallet/coins')).toMatch(/^[0-9a-f]{64}$/);
  },
  async 'the activity of a descriptor in many blocks'() {
    const count = Math.min(await rpc<number>('getblockcount'), 10_000);
    const batch = Array.from({ length: count }, (_, height) => ({ id: height, method: 'getblockhash', params: [height + 1] }));
    const hashes = (JSON.parse(await post(JSON.stringify(batch))) as { result: string }[]).map(({ result }) => result);
    const descriptor = await info(`addr(${MINER})`);
    const { activity } = await rpc<{ activity: unknown[] }>('getdescriptoractivity', [hashes, [descriptor]]);
    expect(activity.length).toBeGreaterThanOrEqual(sized(10_000, 1_000));
  },
  async 'coins with keys that many descriptors do not have'() {
    // Each script of an address names a key that is looked for among all.
    const addresses = await rpc<string[]>('deriveaddresses', [await info(`wpkh(${XPUB}/2/*)`), sized(300, 100)]);
    await rpc('createwallet', ['payer']);
    await rpc('generatetoaddress', [1, await rpc('getnewaddress', [], '/wallet/payer')]);
    await rpc('generatetoaddress', [100, MINER]);
    await rpc('sendmany', ['', Object.fromEntries(addresses.map((address) => [address, 0.00001]))], '/wallet/payer');
    await rpc('generatetoaddress', [1, MINER]);
    const objects = [{ desc: `wpkh(${XPUB}/3/*)`, range: sized(10_000, 2_000) }, ...addresses.map((address) => `addr(${address})`)];
    const { unspents } = await rpc<{ unspents: unknown[] }>('scantxoutset', ['start', objects]);
    expect(unspents).toHaveLength(addresses.length);
  },
  async 'a reorganisation of many blocks'() {
    const height = await rpc<number>('getblockcount');
    const hash = await rpc<string>('getblockhash', [height - sized(2_000, 300)]);
    await rpc('invalidateblock', [hash]);
    await rpc('reconsiderblock', [hash]);
    expect(await rpc('getblockcount')).toBeGreaterThanOrEqual(height);
  },
  async 'mining of many Stacks blocks'() {
    await devnet.stacks.mine(sized(10_000, 2_000));
  },
  async 'lists of a long history'() {
    const lists = [
      'v1/tx?limit=50',
      'v2/blocks?limit=30',
      'v1/block?limit=30',
      'v2/burn-blocks?limit=30',
      `v1/address/${RECIPIENT}/transactions`,
      `v1/tx/events?address=${account(devnet, 'wallet_1').stx.address}`,
      'v1/tx?type=token_transfer&type=coinbase&limit=50',
    ];
    for (const list of lists) await times(sized(400, 100), () => get(`/extended/${list}`));
    await times(sized(400, 100), () => get<object>('/extended/v2/blocks/average-times'));
    await times(sized(400, 100), () => get<object>('/devnet/v1/accounts'));
  },
  async 'a deploy of many contracts'() {
    await devnet.setMining({ stacks: 'manual', bitcoin: 'manual' });
    const wallets = Object.keys(devnet.accounts).filter((name) => name.startsWith('wallet_'));
    for (let first = 0; first < CONTRACTS; first += CHAIN) {
      const as = wallets[(first / CHAIN) % wallets.length] as string;
      // One after another, in the order of their nonces.
      for (let index = first; index < Math.min(first + CHAIN, CONTRACTS); index++) {
        await devnet.stacks.deploy({ name: `many-${index}`, source: CONTRACT, as, fee: 10_000n, wait: false });
      }
      await devnet.stacks.mine(1);
    }
    const { tx_count: count } = await get<{ tx_count: number }>(`/extended/v2/blocks/${(await devnet.status()).stacks.height}`);
    expect(count).toBeGreaterThan(1);
  },
  async 'the write of a state file'() {
    saved = { state: await devnet.dumpState(), height: (await devnet.status()).stacks.height };
    expect(saved.state.length).toBeGreaterThan(1_000_000);
  },
  async 'the load of a state file'() {
    await devnet.stacks.mine(1);
    await devnet.loadState(saved.state);
    expect((await devnet.status()).stacks.height).toBe(saved.height);
  },
  async 'lists of a history that was loaded'() {
    expect((await get<{ total: number }>('/extended/v1/tx?limit=1')).total).toBeGreaterThan(CONTRACTS);
  },
  async 'the load of a state file whose lists are known'() {
    await devnet.loadState(saved.state);
    expect((await get<{ total: number }>('/extended/v1/tx?limit=1')).total).toBeGreaterThan(CONTRACTS);
  },
  async 'a snapshot and its restore'() {
    const id = await devnet.snapshot();
    await devnet.stacks.mine(sized(500, 100));
    await devnet.restore(id);
    expect((await devnet.status()).stacks.height).toBe(saved.height);
  },
  async 'a copy of the network'() {
    await using copy = await devnet.clone();
    expect((await copy.status()).stacks.height).toBe(saved.height);
  },
  async 'lists of a full mempool'() {
    await devnet.setMining({ stacks: 'manual', bitcoin: 'manual' });
    for (const { key, address } of SENDERS) {
      await times(CHAIN, async (nonce) => {
        const options = { recipient: RECIPIENT, amount: 1n, fee: 300n, senderKey: key, network: 'testnet' } as const;
        const body = (await makeSTXTokenTransfer({ ...options, nonce: BigInt(nonce) })).serializeBytes();
        const headers = { 'content-type': 'application/octet-stream' };
        const response = await fetch(`${network.urls.stacks}/v2/transactions`, { method: 'POST', headers, body: Buffer.from(body) });
        expect([address, response.status, await response.text()]).toEqual([address, 200, expect.any(String)]);
      });
    }
    const lists = ['v1/tx/mempool?limit=50', 'v1/tx/mempool?limit=50&order_by=fee&order=asc', `v1/address/${RECIPIENT}/mempool?limit=50`];
    for (const list of lists) {
      const [page] = await times(sized(400, 100), () => get<{ total: number }>(`/extended/${list}`));
      expect(page?.total).toBe(SENDERS.length * CHAIN);
    }
    await devnet.stacks.mine(1);
  },
};

describe.runIf(CAN_PROBE)('/ready is answered', () => {
  test.each(Object.keys(WORK))('during %s', { timeout: 300_000 }, async (name) => {
    const pid = network.process.process.pid ?? 0;
    const waited = await longestWait({ gateway: network.urls.gateway, pid }, async () => WORK[name]?.());
    if (process.env['SHOW'] !== undefined) console.log(`${name}: ${waited.toFixed(0)} ms`);
    expect(waited).toBeLessThan(LIMIT);
  });

  /** A server that answers, and after `/stall` does nothing else for a while. */
  const PROGRAM = `
    const { createServer } = require('node:http');
    const server = createServer((request, response) => {
      response.end();
      if (request.url === '/stall') setImmediate(() => { for (const end = process.cpuUsage().user + 1_300_000; process.cpuUsage().user < end; ); });
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

  test('default: the probe measures work in one piece, and no other programs', async () => {
    const server = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
    const others = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      const [port] = await once(server.stdout, 'data');
      const target = { gateway: `http://127.0.0.1:${`${port}`.trim()}`, pid: server.pid ?? 0 };
      expect(await longestWait(target, () => delay(1_000))).toBeLessThan(300);
      // A busy machine takes a part of the time in which the server computes.
      others.splice(0).forEach((other) => void other.kill('SIGKILL'));
      expect(await longestWait(target, () => fetch(`${target.gateway}/stall`))).toBeGreaterThan(500);
    } finally {
      for (const running of [server, ...others]) running.kill('SIGKILL');
    }
  });
});
