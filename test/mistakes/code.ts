import { connectDevnet, type Devnet, startDevnet } from '#dist/index.js';

const STRANGER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

/** Code as somebody without a type checker writes it. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler would refuse most of these lines
type Untyped = any;

export const codeMistakes: Readonly<Record<string, (devnet: Devnet & Untyped) => unknown>> = {
  "startDevnet({ epok: '4.0' })": () => startDevnet({ epok: '4.0' } as Untyped),
  'startDevnet({ ports: { gatway: 4000 } })': () => startDevnet({ ports: { gatway: 4000 } } as Untyped),
  "startDevnet({ ports: { gateway: '4000' } })": () => startDevnet({ ports: { gateway: '4000' } } as Untyped),
  "startDevnet({ mining: 'fast' })": () => startDevnet({ mining: 'fast' } as Untyped),
  "startDevnet({ project: './nowhere' })": () => startDevnet({ project: './nowhere' }),
  "connectDevnet({ url: 'http://127.0.0.1:1' })": () => connectDevnet({ url: 'http://127.0.0.1:1' } as Untyped),
  "devnet.faucet.stx('abc')": (devnet) => devnet.faucet.stx('abc'),
  'devnet.faucet.btc(wallet_1.stx.address)': (devnet) => devnet.faucet.btc(devnet.accounts.wallet_1.stx.address),
  'devnet.faucet.stx(address, { amount: 1.5 })': (devnet) => devnet.faucet.stx(STRANGER, { amount: 1.5 }),
  'devnet.mine({ bitcoin: -1 })': (devnet) => devnet.mine({ bitcoin: -1 }),
  "devnet.stacks.waitForTx('0x12')": (devnet) => devnet.stacks.waitForTx('0x12'),
  'devnet.stacks.waitForTx(unknown, { timeoutMs: 50 })': (devnet) => devnet.stacks.waitForTx('0x'.padEnd(66, '0'), { timeoutMs: 50 }),
  "devnet.restore('clean')": (devnet) => devnet.restore('clean'),
  "devnet.contract('counter').call('add')": (devnet) => devnet.contract('counter').call('add', [], { as: 'wallet_1' }),
  "devnet.stacks.transfer({ to: 'bob', amount: 1n })": (devnet) => devnet.stacks.transfer({ to: 'bob', amount: 1n }),
};
