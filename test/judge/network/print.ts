import { setTimeout as delay } from 'node:timers/promises';
import { bitcoinRpc } from './chains.js';
import { addressOf, tips } from './money.js';
import type { Net } from './net.js';
import { text } from './text.js';

/** All that a network says of itself, as JSON: what a restore, a copy and a state file must give again. */
export type Print = Readonly<Record<string, unknown>>;

/** What a play has made, which a network may know. */
export type Made = { txids: readonly string[]; contracts: readonly string[] };

const ATTEMPTS = 20;
/** Real nodes are ahead of the events that a status follows. */
const PAUSE_MS = 100;

/** Reads everything at one moment; undefined if the network does not stand still. */
export async function readPrint(net: Net, made: Made): Promise<Print | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await tips(net);
    if (before === undefined) {
      await delay(PAUSE_MS);
      continue;
    }
    const print = await once(net, made);
    if ((await tips(net)) === before && JSON.stringify(await once(net, made)) === JSON.stringify(print)) return print;
  }
  return undefined;
}

/** Whether a transaction waits for a block, or the status is behind the nodes. */
export async function isPending(net: Net): Promise<boolean> {
  if ((await tips(net)) === undefined) return true;
  const [stacks, bitcoin] = await Promise.all([get(net, '/extended/v1/tx/mempool?limit=1'), bitcoinRpc<string[]>(net, 'getrawmempool')]);
  return idsOf(stacks).length > 0 || bitcoin.length > 0;
}

/** The names of the parts in which two differ. */
export function differs(a: Print, b: Print): string[] {
  return Object.keys(a).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

/** Whether nothing is under way that changes the network by itself. */
export function isStill(print: Print): boolean {
  const { modes, mempools, bridge } = print as {
    modes: { bitcoin: unknown; stacks: unknown };
    mempools: { stacks: string[]; bitcoin: string[] };
    bridge: { deposits: { status: string }[]; withdrawals: { status: string }[] };
  };
  if (modes.bitcoin === 'manual' && modes.stacks === 'manual') return true;
  const isDone = [...bridge.deposits, ...bridge.withdrawals].every(({ status }) => status === 'confirmed' || status === 'failed');
  const isAuto = [modes.bitcoin, modes.stacks].every((mode) => mode === 'auto' || mode === 'manual');
  return isAuto && isDone && mempools.stacks.length === 0 && mempools.bitcoin.length === 0;
}

async function once(net: Net, { txids, contracts }: Made): Promise<Print> {
  const { devnet } = net;
  const [status, balances, faucet, modes, deposits, withdrawals, bridge] = await Promise.all([
    devnet.status(),
    devnet.balances(),
    devnet.faucetBalances(),
    devnet.miningModes(),
    devnet.sbtc.deposits(),
    devnet.sbtc.withdrawals(),
    devnet.sbtc.configuration(),
  ]);
  const sbtc = await Promise.all(balances.map(({ name }) => devnet.sbtc.balance(addressOf(net, name))));
  const pending = await get(net, '/extended/v1/tx/mempool?limit=50');
  const listed = await get(net, '/extended/v1/tx?limit=5');
  const receipts = txids.map((txid) => devnet.receipt(txid)).map((receipt) => receipt && [receipt.status, receipt.block.hash]);
  const there = await Promise.all(contracts.map((id) => stacksGet(net, `/v2/contracts/interface/${id.replace('.', '/')}`)));
  const [mempool, utxos] = await Promise.all([
    bitcoinRpc<string[]>(net, 'getrawmempool'),
    bitcoinRpc<Record<string, unknown>>(net, 'gettxoutsetinfo', ['muhash']),
  ]);
  const bank = contracts[0] as string;
  const values = await Promise.all(['paused'].map((name) => devnet.contract(bank).variable(name)));
  const price = await devnet.contract(bank).map('prices', 1n);
  return text({
    tips: { bitcoin: [status.bitcoin.height, status.bitcoin.hash], stacks: [status.stacks.height, status.stacks.hash] },
    cycle: [status.epoch, status.cycle],
    balances: balances.map(({ name, stx, btc }) => [name, stx.balance, stx.nonce, btc.balance]),
    'balances of the faucets': faucet,
    sbtc,
    modes,
    mempools: { stacks: idsOf(pending).toSorted(), bitcoin: mempool.toSorted() },
    bridge: { deposits, withdrawals, configuration: bridge },
    receipts,
    contracts: there,
    'the data of a contract': [values, price, (await devnet.balance(bank)).stx, (await devnet.balance(bank)).tokens],
    'the history of the API': [idsOf(listed), (listed as { total?: number }).total],
    coins: [utxos['muhash'], utxos['txouts'], utxos['total_amount']],
  }) as Print;
}

function idsOf(list: unknown): string[] {
  return (list as { results: { tx_id: string }[] }).results.map(({ tx_id: id }) => id);
}

async function get({ devnet }: Net, path: string): Promise<unknown> {
  return (await fetch(`${devnet.urls.gateway}${path}`)).json();
}

async function stacksGet({ devnet }: Net, path: string): Promise<number> {
  const response = await fetch(`${devnet.urls.stacks}${path}`);
  await response.arrayBuffer();
  return response.status;
}
