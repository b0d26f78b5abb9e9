import { Cl } from '@stacks/transactions';
import { connectDevnet, type Devnet, startDevnet } from '#dist/index.js';

const STRANGER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

/** Code as somebody without a type checker writes it. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler would refuse most of these lines
type Untyped = any;

export const codeMistakes: Readonly<Record<string, (devnet: Devnet & Untyped) => unknown>> = {
  "startDevnet({ epok: '4.0' })": () => startDevnet({ epok: '4.0' } as Untyped),
  'startDevnet({ ports: { gatway: 4000 } })': () => startDevnet({ ports: { gatway: 4000 } } as Untyped),
  "startDevnet({ ports: { gateway: '4000' } })": () => startDevnet({ ports: { gateway: '4000' } } as Untyped),
  'startDevnet({ epoch: 3.4 })': () => startDevnet({ epoch: 3.4 } as Untyped),
  "startDevnet({ accounts: { mnemonic: 'abandon … abandon' } })": () =>
    startDevnet({ accounts: { mnemonic: Array(12).fill('abandon').join(' ') } }),
  "startDevnet({ accounts: { mnemonic: 'abandon … abou' } })": () =>
    startDevnet({ accounts: { mnemonic: `${'abandon '.repeat(11)}abou` } }),
  'startDevnet({ ports: { gateway: taken } })': (devnet) => startDevnet({ ports: { gateway: Number(new URL(devnet.urls.gateway).port) } }),
  "startDevnet({ mining: 'fast' })": () => startDevnet({ mining: 'fast' } as Untyped),
  "startDevnet({ project: './nowhere' })": () => startDevnet({ project: './nowhere' }),
  "connectDevnet({ url: 'http://127.0.0.1:1' })": () => connectDevnet({ url: 'http://127.0.0.1:1' } as Untyped),
  'connectDevnet(devnet.urls.stacks)': (devnet) => connectDevnet(devnet.urls.stacks),
  'connectDevnet(devnet.urls.bitcoin)': (devnet) => connectDevnet(devnet.urls.bitcoin),
  "devnet.faucet.stx('abc')": (devnet) => devnet.faucet.stx('abc'),
  'devnet.faucet.btc(wallet_1.stx.address)': (devnet) => devnet.faucet.btc(devnet.accounts.wallet_1.stx.address),
  'devnet.faucet.stx(address, { amount: 1.5 })': (devnet) => devnet.faucet.stx(STRANGER, { amount: 1.5 }),
  'devnet.faucet.stx(address, { amount: 2 ** 53 })': (devnet) => devnet.faucet.stx(STRANGER, { amount: 2 ** 53 }),
  'devnet.faucet.btc(address, { amount: 5 })': (devnet) => devnet.faucet.btc(devnet.accounts.wallet_1.btc.address, { amount: 5 }),
  'devnet.faucet.stx(address, { timeout: 20 })': (devnet) => devnet.faucet.stx(STRANGER, { timeout: 20 }),
  "devnet.faucet.stx('walet_2')": (devnet) => devnet.faucet.stx('walet_2'),
  'devnet.accounts.walet_1.stx': (devnet) => devnet.accounts.walet_1.stx,
  'devnet.mine({ bitcoin: -1 })': (devnet) => devnet.mine({ bitcoin: -1 }),
  "devnet.stacks.waitForTx('0x12')": (devnet) => devnet.stacks.waitForTx('0x12'),
  'devnet.stacks.waitForTx(unknown, { timeoutMs: 50 })': (devnet) => devnet.stacks.waitForTx('0x'.padEnd(66, '0'), { timeoutMs: 50 }),
  'devnet.stacks.waitForTx(unknown, { timeout: 20 })': (devnet) => devnet.stacks.waitForTx('0x'.padEnd(66, '0'), { timeout: 20 }),
  'devnet.sbtc.balance(undefined)': (devnet) => devnet.sbtc.balance(undefined as never),
  "devnet.mineUntil({ phase: 'prepare' }, { timeoutMs: 0 })": (devnet) => devnet.mineUntil({ phase: 'prepare' }, { timeoutMs: 0 }),
  'devnet.deleteSnapshot(id); devnet.restore(id)': async (devnet) => {
    const id = await devnet.snapshot();
    await devnet.deleteSnapshot(id);
    return devnet.restore(id);
  },
  "devnet.restore('clean')": (devnet) => devnet.restore('clean'),
  "devnet.contract('counter').call('add')": (devnet) => devnet.contract('counter').call('add', [], { as: 'wallet_1' }),
  "devnet.contract('typed').call('add', ['5'])": (devnet) => devnet.contract('typed').call('add', ['5'], { as: 'wallet_1' }),
  "devnet.contract('typed').call('add', [Cl.int(5)])": (devnet) => devnet.contract('typed').call('add', [Cl.int(5)], { as: 'wallet_1' }),
  "devnet.contract('typed').call('add', [5n], { timeout: 20 })": (devnet) =>
    devnet.contract('typed').call('add', [5n], { as: 'wallet_1', timeout: 20 }),
  "devnet.contract('typed').call('add', [5n])": (devnet) => devnet.contract('typed').call('add', [5n]),
  "devnet.stacks.transfer({ to: 'walet_2', amount: 1n })": (devnet) =>
    devnet.stacks.transfer({ to: 'walet_2', amount: 1n, as: 'wallet_1' }),
  "devnet.stacks.transfer({ to: 'wallet_2', amount: 0.5 })": (devnet) =>
    devnet.stacks.transfer({ to: 'wallet_2', amount: 0.5, as: 'wallet_1' }),
  "devnet.stacks.transfer({ to: 'wallet_2', amount: all })": (devnet) =>
    devnet.stacks.transfer({ to: 'wallet_2', amount: 10n ** 16n, as: 'wallet_8' }),
  "devnet.stacks.transfer({ to: 'wallet_2', amount: 1n, as: 'L1aW…' })": (devnet) =>
    devnet.stacks.transfer({ to: 'wallet_2', amount: 1n, as: 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ' }),
  "devnet.stacks.transfer({ to: 'bob', amount: 1n })": (devnet) => devnet.stacks.transfer({ to: 'bob', amount: 1n }),
  'devnet.close(); devnet.faucet.stx(address)': async () => {
    const closed = await startDevnet({ gateway: false });
    await closed.close();
    return closed.faucet.stx(STRANGER);
  },
  'devnet.close(); devnet.snapshots()': async () => {
    const closed = await startDevnet({ gateway: false });
    await closed.close();
    return closed.snapshots();
  },
};
