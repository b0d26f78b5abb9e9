import { once } from 'node:events';
import { DevnetError, invalid } from '#dist/base/error.js';
import type { GatewayDevnet } from '#dist/gateway/gateway-devnet.js';
import { byName } from '#dist/network/devnet/accounts.js';
import { listAccounts } from '#dist/network/devnet/list-accounts.js';
import { listedProject } from '#dist/network/devnet/listed-project.js';
import { waitAnywhere } from '#dist/network/devnet/local/wait-anywhere.js';
import { argumentsOf } from '#dist/network/operations/bind.js';
import type { Network, WaitAnywhere } from '#dist/network/operations/network.js';
import type { DevnetEvent, FaucetOptions, FaucetPayment, StacksTxReceipt, WaitOptions } from '#dist/network/types.js';
import type { ReadLogOptions } from '#dist/platform/node/read-log.js';
import type { EngineEvent, StacksBlockEvent } from '#dist/stacks/engine/engine-event.js';
import { createStacksHistory } from '#dist/stacks/history/stacks-history.js';

export type MemoryDevnet = GatewayDevnet & {
  /** What was called, with its arguments. */
  readonly calls: [name: string, ...parameters: unknown[]][];
  /** A block may have events as an engine reports them: nobody here decodes them. */
  emit(event: DevnetEvent | StacksBlockEvent): void;
  /** Makes the next call of a method fail. */
  fail(name: string, error: unknown): void;
  /** Puts what the faucets paid, and what comes, into blocks; before, payments wait. */
  confirm(): void;
  receipts: Map<string, StacksTxReceipt>;
};

/** The log of a program that writes one line more when it is followed. */
async function* readMemoryLog({ lines, follow, signal }: ReadLogOptions): AsyncGenerator<string> {
  yield* ['one\n', 'two\n', 'three\n'].slice(3 - Math.min(lines, 3));
  if (!follow) return;
  yield 'new\n';
  if (!signal.aborted) await once(signal, 'abort');
}

export const STX_TXID = `0x${'a1'.repeat(32)}`;
export const BTC_TXID = 'b2'.repeat(32);
export const HASH = `0x${'c3'.repeat(32)}`;
/** What `dumpState` returns. */
export const STATE = Buffer.from('the state of a network');

/** The facade without a network behind it: what the gateway calls, kept in memory. @param past the blocks up to the tip, from genesis on */
export function memoryDevnet(stacksUrl: string, past: readonly StacksBlockEvent[] = []): MemoryDevnet {
  const calls: MemoryDevnet['calls'] = [];
  const failures = new Map<string, unknown>();
  const listeners = new Set<(event: DevnetEvent) => void>();
  const waiting = new Set<() => void>();
  let confirmed = false;
  let paid: 'btc' | 'stx' | undefined;
  const snapshots: Awaited<ReturnType<GatewayDevnet['snapshots']>> = [];
  const modes: Awaited<ReturnType<GatewayDevnet['miningModes']>> = { bitcoin: 'auto', stacks: 'auto' };
  const receipts: MemoryDevnet['receipts'] = new Map();

  const call = (name: string, ...parameters: unknown[]): void => {
    calls.push([name, ...parameters]);
    if (!failures.has(name)) return;
    const error = failures.get(name);
    failures.delete(name);
    throw error;
  };
  const wait = (chain: 'btc' | 'stx', { timeoutMs = 30_000, signal }: WaitOptions = {}): Promise<void> =>
    new Promise((resolve, reject) => {
      if (paid === chain && confirmed) return resolve();
      const timer = setTimeout(
        () => reject(new DevnetError('TIMEOUT', 'gave up', { lastSeen: paid === chain ? 'in the mempool' : 'never seen' })),
        timeoutMs,
      );
      const abort = (): void => {
        clearTimeout(timer);
        reject(new DevnetError('ABORTED', 'the wait was aborted'));
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      waiting.add(() => {
        if (paid !== chain) return;
        clearTimeout(timer);
        resolve();
      });
    });
  const pay = async (chain: 'btc' | 'stx', amount: bigint, options: FaucetOptions = {}): Promise<FaucetPayment> => {
    paid = chain;
    const payment = { txId: chain === 'btc' ? BTC_TXID : STX_TXID, txRaw: chain === 'btc' ? '0200' : '8080', amount };
    if (options.wait === false) return payment;
    try {
      await wait(chain, options);
    } catch (error) {
      if (!(error instanceof DevnetError)) throw error;
      throw new DevnetError(error.code, error.message, { lastSeen: error.lastSeen, payment });
    }
    return { ...payment, block: chain === 'btc' ? { height: 201, hash: 'd4'.repeat(32) } : receiptOf(payment.txId).block };
  };
  const known = (id: string): void => {
    if (!snapshots.some((snapshot) => snapshot.id === id)) throw new DevnetError('NOT_FOUND', `no snapshot has the id ${id}`);
  };

  const subscribe = (listener: (event: DevnetEvent) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tip = { height: 40, hash: HASH };
  const tips = () => ({ bitcoin: tip, stacks: { ...tip, burnHeight: 201 } });
  const history = createStacksHistory({ tips, past: async () => [...past] });
  subscribe((event) => (event.type === 'restored' ? history.reset() : history.follow(event as EngineEvent)));
  const unsupported = (): Promise<never> => Promise.reject(new DevnetError('UNSUPPORTED', 'the network has no sBTC'));

  const devnet: MemoryDevnet = {
    calls,
    perform: async (row, input) => row.run(partsOf(devnet), ...argumentsOf(row, input)),
    bridge: unsupported,
    bitcoinUrl: async () => 'http://127.0.0.1:18443',
    simulate: unsupported,
    replay: unsupported,
    async dumpState() {
      calls.push(['dumpState']);
      return STATE;
    },
    async loadState(state) {
      calls.push(['loadState', Buffer.from(state).toString()]);
    },
    impersonate: unsupported,
    stopImpersonating: unsupported,
    state: {
      ...{ setStxBalance: unsupported, setFtBalance: unsupported, setNftOwner: unsupported, setDataVar: unsupported },
      ...{ setMapEntry: unsupported, deleteMapEntry: unsupported, setNonce: unsupported, setNextBlockTime: unsupported },
    },
    chaos: {
      ...{ reorg: unsupported, drop: unsupported, delay: unsupported, emptyTenures: unsupported, noCommits: unsupported },
      ...{ silentSigner: unsupported, stoppedNode: unsupported, rpcFaults: unsupported, stop: unsupported },
      active: async () => [],
      clear: async () => undefined,
    },
    rpcFaults: { fault: () => undefined, keepsTransactions: () => false, take: () => undefined },
    copies: { open: unsupported, list: () => [], close: unsupported, closeAll: async () => undefined },
    sbtc: {
      ...{ deployer: '', token: '', assetId: '', signersAddress: '' },
      clientConfig: { btcApiUrl: '', stxApiUrl: '', sbtcApiUrl: '', sbtcContract: '' },
      ...{ balance: unsupported, deposit: unsupported, withdraw: unsupported, waitForDeposit: unsupported, waitForWithdrawal: unsupported },
      ...{ deposits: unsupported, withdrawals: unsupported, step: unsupported, reject: unsupported, pause: unsupported },
      ...{ resume: unsupported, configuration: unsupported, configure: unsupported },
    },
    bitcoinIndex: { current: unsupported, subscribe: () => () => undefined, call: unsupported },
    receipts,
    fail: (name, error) => failures.set(name, error),
    emit: (event) => {
      for (const listener of listeners) listener(event as DevnetEvent);
    },
    confirm: () => {
      confirmed = true;
      for (const resolve of waiting) resolve();
    },
    urls: { stacks: stacksUrl, bitcoin: 'http://127.0.0.1:18443' },
    project: undefined,
    accounts: byName([
      {
        name: 'deployer',
        privateKey: `${'11'.repeat(32)}01`,
        mnemonic: 'twice kind fence',
        stx: { address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' },
        btc: { address: 'mqVnk', addresses: { p2pkh: 'mqVnk', p2wpkh: 'bcrt1q', 'p2sh-p2wpkh': '2N', p2tr: 'bcrt1p' } },
      },
    ]),
    faucet: {
      async btc(address, options) {
        call('faucet.btc', address, options);
        if (!/^(m|n|2|bcrt1)/.test(address)) throw invalid('address', 'a Bitcoin regtest address', address);
        return pay('btc', 100_000_000n, options);
      },
      async stx(address, options) {
        call('faucet.stx', address, options);
        if (!/^S[TN]/.test(address)) throw invalid('address', 'a testnet Stacks address', address);
        return pay('stx', options?.stacking === true ? 110_000_000_000_000n : 500_000_000n, options);
      },
      async sbtc(address, options) {
        call('faucet.sbtc', address, options);
        if (!/^S[TN]/.test(address)) throw invalid('address', 'a testnet Stacks address', address);
        return pay('stx', 1_000_000n, options);
      },
    },
    bitcoin: {
      async waitForTx(txid, options) {
        call('bitcoin.waitForTx', txid);
        await wait('btc', options);
        return { txid, block: { height: 201, hash: 'd4'.repeat(32) }, confirmations: 1 };
      },
    },
    stacks: {
      async waitForTx(txid, options) {
        call('stacks.waitForTx', txid);
        await wait('stx', options);
        return receiptOf(txid);
      },
      trace: unsupported,
      profile: unsupported,
      async waitForAnchor(txid, options) {
        call('stacks.waitForAnchor', txid, options?.confirmations);
        await wait('stx', options);
        return { ...receiptOf(txid), confirmations: options?.confirmations ?? 1 };
      },
    },
    async mine(request) {
      call('mine', request);
      return { bitcoin: { height: 201, hashes: ['d4'.repeat(32)] }, stacks: { height: 40, hash: HASH } };
    },
    miningModes: async () => modes,
    async setMining(next) {
      call('setMining', next);
      return Object.assign(modes, next);
    },
    async snapshot(name) {
      call('snapshot', name);
      const id = `snapshot-${snapshots.length + 1}`;
      snapshots.push({ id, name: name ?? id, createdAt: '2026-01-01T00:00:00.000Z', heights: { bitcoin: 201, stacks: 40 } });
      return id;
    },
    async restore(id) {
      call('restore', id);
      known(id);
    },
    snapshots: async () => [...snapshots],
    async deleteSnapshot(id) {
      call('deleteSnapshot', id);
      known(id);
      snapshots.splice(0);
    },
    async status() {
      call('status');
      return {
        engine: 'embedded',
        ready: true,
        version: '1.2.3',
        bitcoin: { height: 201, hash: 'd4'.repeat(32), mode: modes.bitcoin },
        stacks: { height: 40, hash: HASH, mode: modes.stacks },
        epoch: '3.4',
        capabilities: [],
        cycle: { id: 10, phase: 'reward', blocksLeft: 12 },
        urls: { stacks: stacksUrl, bitcoin: 'http://127.0.0.1:18443' },
      };
    },
    async balances() {
      call('balances');
      return [{ name: 'deployer', stx: { balance: 2n ** 100n, nonce: 3 }, btc: { balance: 1_000_000_000n } }];
    },
    writeCoverage: unsupported,
    costs: async () => ({ epoch: '3.4', limit: { runtime: 1, readCount: 1, readLength: 1, writeCount: 1, writeLength: 1 }, functions: [] }),
    faucetBalances: async () => ({ btc: 5_000_000_000n, stx: 7_000_000n, sbtc: 3_000_000n }),
    credentials: { rpcUser: 'devnet', rpcPassword: 'devnet' },
    history,
    guard: undefined,
    askStacks: undefined,
    receipt: (txid) => receipts.get(txid),
    chainOf: () => undefined,
    blockOf: (txid) => receipts.get(txid)?.block,
    reportRejection: (txid, reason) => call('reportRejection', txid, reason),
    subscribe,
  };
  return devnet;
}

/** What operations run on. */
function partsOf(devnet: MemoryDevnet): Network {
  return {
    ...devnet,
    logs: () => [
      { name: 'bitcoind', program: 'bitcoind', read: readMemoryLog },
      { name: 'stacks-signer-2', program: 'stacks-signer', read: readMemoryLog },
    ],
    mining: devnet as unknown as Network['mining'],
    states: {
      ...devnet,
      async snapshot(name?: string) {
        const id = await devnet.snapshot(name);
        return (await devnet.snapshots()).find((info) => info.id === id);
      },
    },
    wait: (txid: string, options: WaitAnywhere) => waitAnywhere(devnet, txid, options),
    listAccounts: async () => listAccounts(devnet.accounts, await devnet.balances()),
    listedProject: () => listedProject(devnet.project),
    nodes: async () => ({ bitcoin: { url: await devnet.bitcoinUrl(), ...devnet.credentials }, stacks: { url: devnet.urls.stacks } }),
    impersonation: { begin: devnet.impersonate, end: devnet.stopImpersonating, addresses: () => [] },
  } as unknown as Network;
}

export function receiptOf(txid: string): StacksTxReceipt {
  return {
    txid,
    status: 'success',
    result: { hex: '0x0703', repr: '(ok true)' },
    events: [],
    cost: { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 },
    block: { height: 41, hash: HASH, burnHeight: 201 },
  };
}
