import { clarity } from 'stacks-devnet';
import { expect } from 'vitest';
import type { DevnetErrorCode } from '#dist/base/error.js';
import type { Devnet } from '#dist/network/types.js';

/** How a test calls an operation. */
export type OperationCase = {
  /** Brings the network into the state that the call needs. @returns the fields @default no fields */
  prepare?(devnet: Devnet): Promise<Record<string, unknown>>;
  /** Checks what the call did. */
  effect?(devnet: Devnet, input: Record<string, unknown>): Promise<void>;
  /** The code of the error on this network, which lacks what the operation needs. @default it succeeds */
  fails?: DevnetErrorCode;
  /** What agents get of an answer, where they get it in another form. */
  forAgents?(answer: never): unknown;
  /** Ends what the call began. */
  after?(devnet: Devnet): Promise<void>;
};

const address = (devnet: Devnet): string => devnet.accounts.wallet_1.stx.address;
const withFault = async (devnet: Devnet): Promise<string> => (await devnet.chaos.drop({ count: 3 })).id;
const isActive = (kind: string) => async (devnet: Devnet) => {
  expect((await devnet.chaos.active()).map((fault) => fault.kind)).toEqual([kind]);
  await devnet.chaos.clear();
};
const payment = async (devnet: Devnet): Promise<string> => (await devnet.faucet.stx(address(devnet))).txId;
const balanceGrows = (coin: 'btc' | 'stx' | 'sbtc', amount: bigint) => async (devnet: Devnet) => {
  const { [coin]: balance } = await devnet.balance('wallet_1');
  const before = { btc: 1_000_000_000n, stx: 100_000_000_000_000n, sbtc: 1_000_000_000n }[coin];
  expect(balance - before).toBe(amount);
};

const deployer = (devnet: Devnet): string => devnet.accounts.deployer.stx.address;
const after = (coin: 'stx' | 'sbtc', amount: bigint) => async (devnet: Devnet) =>
  expect((await devnet.balance('wallet_1'))[coin]).toBe(amount);

const deposit = async (devnet: Devnet) => {
  await devnet.sbtc.pause();
  return devnet.sbtc.deposit({ recipient: address(devnet), amount: 200_000n, wait: false });
};
const withdrawal = async (devnet: Devnet) => {
  await devnet.sbtc.pause();
  const account = devnet.accounts.wallet_1;
  return devnet.sbtc.withdraw({ account, amount: 100_000n, address: account.btc.addresses.p2wpkh, wait: false });
};
const resume = (devnet: Devnet) => devnet.sbtc.resume();

/** No fields. */
const nothing = (_prepared: unknown): Record<string, unknown> => ({});

/** One for each operation. */
export const cases: Readonly<Record<string, OperationCase>> = {
  status: {},
  balance: { prepare: async () => ({ address: 'wallet_1' }) },
  balances: {},
  impersonate: {
    prepare: async (devnet) => ({ principal: address(devnet) }),
    effect: async (devnet) => expect((await devnet.status()).impersonated).toEqual([address(devnet)]),
    after: (devnet) => devnet.stopImpersonating(address(devnet)),
  },
  stopImpersonating: {
    async prepare(devnet) {
      await devnet.impersonate(address(devnet));
      return { principal: address(devnet) };
    },
    effect: async (devnet) => expect((await devnet.status()).impersonated).toBeUndefined(),
  },
  costs: {},
  mine: {
    prepare: async () => ({ request: { bitcoin: 2 } }),
    effect: async (devnet) => expect((await devnet.status()).bitcoin.height).toBeGreaterThan(140),
  },
  setMining: {
    prepare: async () => ({ modes: { stacks: 'manual' } }),
    effect: async (devnet) => expect(await devnet.miningModes()).toEqual({ bitcoin: 'auto', stacks: 'manual' }),
  },
  snapshot: {
    prepare: async () => ({ name: 'other' }),
    effect: async (devnet) => expect((await devnet.snapshots()).at(-1)).toMatchObject({ name: 'other' }),
  },
  restore: {
    async prepare(devnet) {
      const id = await devnet.snapshot();
      await devnet.bitcoin.mine(3);
      return { id };
    },
    effect: async (devnet, { id }) => {
      const { bitcoin } = await devnet.status();
      expect(bitcoin.height).toBe((await devnet.snapshots()).find((info) => info.id === id)?.heights.bitcoin);
    },
  },
  snapshots: {},
  deleteSnapshot: {
    prepare: async (devnet) => ({ id: await devnet.snapshot() }),
    effect: async (devnet, { id }) => expect((await devnet.snapshots()).some((info) => info.id === id)).toBe(false),
  },
  dumpState: {},
  loadState: {
    async prepare(devnet) {
      const state = await devnet.dumpState();
      await devnet.bitcoin.mine(2);
      return { state };
    },
    effect: async (devnet) => expect((await devnet.status()).bitcoin.height).toBe((await devnet.snapshots())[0]?.heights.bitcoin),
  },
  'bitcoin.waitForTx': { prepare: async (devnet) => ({ txid: (await devnet.faucet.btc(devnet.accounts.wallet_1.btc.address)).txId }) },
  'stacks.waitForTx': { prepare: async (devnet) => ({ txid: await payment(devnet), timeoutMs: 10_000 }) },
  'stacks.waitForAnchor': {
    async prepare(devnet) {
      const txid = await payment(devnet);
      await devnet.bitcoin.mine(2);
      return { txid, confirmations: 2, timeoutMs: 10_000 };
    },
  },
  wait: { prepare: async (devnet) => ({ txid: await payment(devnet), timeoutMs: 10_000 }) },
  'stacks.trace': {
    prepare: async (devnet) => ({ txid: await called(devnet) }),
    forAgents: ({ result, ...others }: { result: { repr: string } }) => ({ ...others, result: result.repr }),
  },
  'stacks.profile': { prepare: async (devnet) => ({ txid: await called(devnet) }) },
  'faucet.btc': { prepare: async () => ({ address: 'wallet_1', amount: 50_000n }), effect: balanceGrows('btc', 50_000n) },
  'faucet.stx': { prepare: async () => ({ address: 'wallet_1', amount: 7n, timeoutMs: 20_000 }), effect: balanceGrows('stx', 7n) },
  'faucet.sbtc': { prepare: async () => ({ address: 'wallet_1', amount: 1_000n }), effect: balanceGrows('sbtc', 1_000n) },
  'sbtc.balance': { prepare: async (devnet) => ({ principal: address(devnet) }) },
  'sbtc.deposit': {
    prepare: async (devnet) => ({ recipient: address(devnet), amount: 200_000n, timeoutMs: 60_000 }),
    effect: async (devnet) => expect(await devnet.sbtc.deposits()).toMatchObject([{ status: 'confirmed', amount: 200_000n }]),
  },
  'sbtc.deposits': { prepare: async (devnet) => nothing(await deposit(devnet)), after: resume },
  'sbtc.withdrawals': { prepare: async (devnet) => nothing(await withdrawal(devnet)), after: resume },
  'sbtc.step': {
    async prepare(devnet) {
      await deposit(devnet);
      await devnet.bitcoin.mine();
      return {};
    },
    after: resume,
  },
  'sbtc.configuration': {},
  'sbtc.configure': {
    prepare: async () => ({ change: { feeRate: 7, limits: { pegCap: 5_000_000_000n } } }),
    effect: async (devnet) => expect(await devnet.sbtc.configuration()).toMatchObject({ feeRate: 7, limits: { pegCap: 5_000_000_000n } }),
    after: async (devnet) => void (await devnet.sbtc.configure({ feeRate: 12, limits: { pegCap: null } })),
  },
  'bridge.waitForDeposit': {
    async prepare(devnet) {
      const { txid, vout } = await deposit(devnet);
      return { txid, vout, status: 'pending', timeoutMs: 20_000 };
    },
    after: resume,
  },
  'bridge.rejectDeposit': {
    async prepare(devnet) {
      const { txid, vout } = await deposit(devnet);
      return { txid, vout };
    },
    effect: async (devnet) => expect(await devnet.sbtc.deposits()).toMatchObject([{ status: 'failed' }]),
    after: resume,
  },
  'bridge.withdraw': {
    prepare: async (devnet) => ({
      ...{ account: 'wallet_1', amount: 100_000n, address: devnet.accounts.wallet_1.btc.addresses.p2wpkh, timeoutMs: 60_000 },
    }),
    effect: async (devnet) => expect(await devnet.sbtc.withdrawals()).toMatchObject([{ status: 'confirmed', amount: 100_000n }]),
  },
  'bridge.waitForWithdrawal': {
    prepare: async (devnet) => ({ id: (await withdrawal(devnet)).requestId, status: 'pending', timeoutMs: 20_000 }),
    after: resume,
  },
  'bridge.rejectWithdrawal': { prepare: async (devnet) => ({ id: (await withdrawal(devnet)).requestId }), after: resume },
  'state.setStxBalance': {
    prepare: async (devnet) => ({ principal: address(devnet), amount: 5_000_000n }),
    effect: after('stx', 5_000_000n),
  },
  'state.setFtBalance': {
    prepare: async (devnet) => ({ asset: devnet.sbtc.assetId, principal: address(devnet), amount: 12_345n }),
    effect: after('sbtc', 12_345n),
  },
  'state.setNftOwner': {
    async prepare(devnet) {
      await vault(devnet);
      return { asset: 'vault::ticket', id: clarity('u7'), owner: address(devnet) };
    },
    effect: async (devnet) =>
      expect((await devnet.balance('wallet_1')).tokens).toMatchObject({ [`${deployer(devnet)}.vault::ticket`]: 1n }),
  },
  'state.setDataVar': {
    async prepare(devnet) {
      await vault(devnet);
      return { contract: 'vault', name: 'note', value: clarity('"a\\u{c}b"') };
    },
    effect: async (devnet) => expect(await devnet.contract('vault').read('note-of', [])).toBe('a\fb'),
  },
  'state.setMapEntry': {
    async prepare(devnet) {
      await vault(devnet);
      return { contract: 'vault', map: 'shares', key: clarity('u1'), value: clarity('{ of: u9 }') };
    },
    effect: async (devnet) => expect(await devnet.contract('vault').read('share', [1n])).toEqual({ of: 9n }),
  },
  'state.deleteMapEntry': {
    async prepare(devnet) {
      await vault(devnet);
      await devnet.state.setMapEntry('vault', 'shares', 1n, { of: 9n });
      return { contract: 'vault', map: 'shares', key: clarity('u1') };
    },
    effect: async (devnet) => expect(await devnet.contract('vault').read('share', [1n])).toBeNull(),
  },
  'state.setNonce': {
    prepare: async (devnet) => ({ principal: address(devnet), nonce: 50n }),
    effect: async (devnet) => expect((await devnet.balances()).find(({ name }) => name === 'wallet_1')?.stx.nonce).toBe(50),
  },
  'state.setNextBlockTime': { prepare: async () => ({ time: 1_900_000_000 }) },
  'chaos.reorg': {
    async prepare(devnet) {
      await devnet.bitcoin.mine(2);
      return { blocks: 1 };
    },
  },
  'chaos.drop': { prepare: async () => ({ count: 2 }), effect: isActive('drop') },
  'chaos.delay': { prepare: async () => ({ blocks: 2 }), effect: isActive('delay') },
  'chaos.emptyTenures': { prepare: async () => ({ tenures: 2 }), effect: isActive('empty-tenures') },
  'chaos.noCommits': { prepare: async () => ({ blocks: 2 }), effect: isActive('no-commits') },
  'chaos.silentSigner': { prepare: async () => ({ signer: 1, forMs: 60_000 }), effect: isActive('silent-signer') },
  'chaos.stoppedNode': { prepare: async () => ({ node: 'stacks' }), effect: isActive('stopped-node') },
  'chaos.rpcFaults': {
    prepare: async () => ({ errorRate: 0.5, statuses: [503, 'disconnect'], latencyMs: 1, path: '/v2/fees', seed: 7 }),
    effect: isActive('rpc-faults'),
  },
  'chaos.active': { prepare: async (devnet) => nothing(await withFault(devnet)) },
  'chaos.stop': {
    prepare: async (devnet) => ({ id: await withFault(devnet) }),
    effect: async (devnet) => expect(await devnet.chaos.active()).toEqual([]),
  },
  'chaos.clear': {
    prepare: async (devnet) => nothing(await withFault(devnet)),
    effect: async (devnet) => expect(await devnet.chaos.active()).toEqual([]),
  },
  nodes: {},
  project: { fails: 'NOT_FOUND' },
  writeCoverage: { fails: 'UNSUPPORTED' },
  replay: { prepare: async () => ({ txid: 'ab'.repeat(32) }), fails: 'UNSUPPORTED' },
  openClone: {
    prepare: async () => ({ ports: false }),
    async after(devnet) {
      for (const { id } of await clones(devnet)) await devnet.fetch(`${devnet.urls.gateway}/devnet/v1/clones/${id}`, { method: 'DELETE' });
    },
  },
  listClones: {},
  closeClone: {
    async prepare(devnet) {
      const made = await devnet.fetch(`${devnet.urls.gateway}/devnet/v1/clones`, { method: 'POST' });
      return { id: ((await made.json()) as { id: string }).id };
    },
    effect: async (devnet) => expect(await clones(devnet)).toEqual([]),
  },
  'simulations.one': {
    prepare: async (devnet) => {
      await counter(devnet);
      const contract = `${devnet.accounts.deployer.stx.address}.counter`;
      return { request: { sender: address(devnet), contract, function: 'add', args: ['0100000000000000000000000000000002'] } };
    },
  },
  logs: {},
  // The nodes of this network run in its process, and write none.
  log: { prepare: async () => ({ name: 'bitcoind' }), fails: 'NOT_FOUND' },
  'simulations.steps': {
    prepare: async (devnet) => ({
      request: { steps: [{ type: 'transfer', sender: address(devnet), recipient: devnet.accounts.wallet_2.stx.address, amount: '5' }] },
    }),
  },
};

async function clones(devnet: Devnet): Promise<{ id: string }[]> {
  const answer = await devnet.fetch(`${devnet.urls.gateway}/devnet/v1/clones`);
  return ((await answer.json()) as { clones: { id: string }[] }).clones;
}

const COUNTER = `(define-data-var count uint u0)
(define-public (add (by uint)) (begin (print { by: by }) (ok (var-set count (+ by (var-get count))))))`;

const VAULT = `(define-non-fungible-token ticket uint)
(define-data-var note (string-ascii 10) "")
(define-map shares uint { of: uint })
(define-read-only (note-of) (var-get note))
(define-read-only (share (id uint)) (map-get? shares id))`;

async function vault(devnet: Devnet): Promise<void> {
  await devnet.stacks.deploy({ name: 'vault', source: VAULT, as: 'deployer', expect: 'ok' });
}

async function counter(devnet: Devnet): Promise<void> {
  await devnet.stacks.deploy({ name: 'counter', source: COUNTER, as: 'deployer', expect: 'ok' });
}

/** Returns the txid of a call. */
async function called(devnet: Devnet): Promise<string> {
  await counter(devnet);
  return (await devnet.contract('counter').call('add', [2n], { as: 'wallet_1', expect: 'ok' })).txid;
}
