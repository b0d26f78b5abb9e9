import { setTimeout as delay } from 'node:timers/promises';
import { stxFaucetKeys } from '#dist/network/faucet.js';
import { resolveOptions } from '#dist/project/config/resolve.js';
import { type BlockCache, bitcoinRpc, readChains, type StacksTx, sats, type View } from './chains.js';
import type { Net } from './net.js';
import { text } from './text.js';

/** A difference without its step. */
export type Problem = { about: string; path: string; ours: unknown; judge: unknown };
type Coin = 'stx' | 'btc' | 'sbtc';

/** Something that moves money once. Its amount is unique in a play, so that a second payment for one request is recognised. */
export type Payment = {
  coin: Coin;
  /** The name of the operation that asked for it. */
  about: string;
  to: string;
  amount: bigint;
  /** Whether the operation said that it is sent. */
  accepted: boolean;
};

type Accounts = ReadonlyMap<string, { stx: bigint; nonce: bigint; sbtc: bigint; btc: bigint }>;

/** What a network had before the first step. */
export type Start = {
  height: number;
  bitcoinHeight: number;
  accounts: Accounts;
  faucet: Record<Coin, bigint>;
  /** The addresses that the faucet pays STX from. */
  payers: ReadonlySet<string>;
};

const BOOT_ADDRESS = 'ST000000000000000000002AMW42H';
const BOOT = `${BOOT_ADDRESS}.devnet-state`;
/** The first reward of regtest, which halves every 150 blocks. */
const SUBSIDY = 50n * 100_000_000n;
const HALVING = 150;
/** More than one step asks for. */
const AMOUNTS_OF_STEP = 20;
const ATTEMPTS = 40;
/** Between two looks at real nodes. */
const PAUSE_MS = 100;
/** A stacks-node answers accounts from its newest block, and its tip from what its network thread last saw: a difference must last. */
const TIMES_SHOWN = 5;

/** What each account says, by name. */
type Said = { stx: bigint; nonce: bigint; btc: bigint };

/** A ledger of its own: computes from the raw blocks and from what was asked for what everybody has. */
export class Money {
  readonly payments: Payment[] = [];
  readonly #cache: BlockCache;
  #counter = 0;

  constructor(cache: BlockCache) {
    this.#cache = cache;
  }

  /** Begins a step: its amounts do not depend on what those before it did. */
  begin(step: number): void {
    this.#counter = step * AMOUNTS_OF_STEP;
  }

  /** An amount that no other payment of this play has. */
  amount(given: number, scale = 1_000): bigint {
    return 1_000n + BigInt(given % 100_000) * BigInt(scale) + BigInt(this.#counter++ % 1_000);
  }

  async start(net: Net): Promise<Start> {
    const { stacks, bitcoin } = await net.devnet.status();
    const balances = await net.devnet.balances();
    const sbtc = await Promise.all(balances.map(({ name }) => net.devnet.sbtc.balance(addressOf(net, name))));
    const accounts = new Map(
      balances.map(({ name, stx, btc }, at) => [
        addressOf(net, name),
        { stx: stx.balance, nonce: BigInt(stx.nonce), sbtc: sbtc[at] as bigint, btc: btc.balance },
      ]),
    );
    const payers = new Set((await stxFaucetKeys(resolveOptions().faucet.stx.keys)).map(({ address }) => address));
    return { height: stacks.height, bitcoinHeight: bitcoin.height, accounts, faucet: await net.devnet.faucetBalances(), payers };
  }

  /**
   * Compares what the network says with what its blocks and the requests amount to.
   * @param bank the contract that holds STX
   * @returns undefined if the network does not stand still
   */
  async check(net: Net, start: Start, bank: string): Promise<Problem[] | undefined> {
    let shown = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = await this.#attempt(net, start, bank);
      if (found !== 'moved' && (net.engine === 'embedded' || found.length === 0 || ++shown === TIMES_SHOWN)) return found;
      if (net.engine === 'native') await delay(PAUSE_MS);
    }
    return undefined;
  }

  /** How often a payment is in the blocks of this moment. */
  async count(net: Net, start: Start, payment: Payment): Promise<number> {
    const view = await readChains(net, this.#cache, start.height);
    return paidIn(view).filter((paid) => isSame(paid, payment)).length;
  }

  async #attempt(net: Net, start: Start, bank: string): Promise<Problem[] | 'moved'> {
    const { devnet } = net;
    const before = await tips(net);
    if (before === undefined) return 'moved';
    let view: View;
    try {
      view = await readChains(net, this.#cache, start.height);
    } catch (error) {
      // A block that a reorganisation removed meanwhile.
      if ((await tips(net)) !== before) return 'moved';
      throw error;
    }
    const said = new Map<string, Said>();
    for (const { name, stx, btc } of await devnet.balances()) {
      said.set(addressOf(net, name), { stx: stx.balance, nonce: BigInt(stx.nonce), btc: btc.balance });
    }
    const addresses = [...start.accounts.keys()];
    const sbtc = await Promise.all(addresses.map((address) => devnet.sbtc.balance(address)));
    const [deposits, withdrawals] = await Promise.all([devnet.sbtc.deposits(), devnet.sbtc.withdrawals()]);
    const [faucet, held, set] = await Promise.all([
      devnet.faucetBalances(),
      devnet.balance(bank),
      bitcoinRpc<{ total_amount: number; height: number }>(net, 'gettxoutsetinfo'),
    ]);
    const statuses = await this.#statuses(net, view);
    if ((await tips(net)) !== before) return 'moved';

    const problems: Problem[] = [];
    const is = (about: string, path: string, ours: unknown, judge: unknown) => {
      if (ours !== judge) problems.push({ about, path, ours: text(ours), judge: text(judge) });
    };
    const expected = stacksLedger(view, start, bank, statuses);
    const coins = bitcoinLedger(view);
    for (const [at, address] of addresses.entries()) {
      const account = expected.accounts.get(address);
      is('balances', 'stx of an account', said.get(address)?.stx, account?.stx);
      is('balances', 'nonce of an account', said.get(address)?.nonce, account?.nonce);
      const own = Object.values(net.devnet.accounts).find(({ stx }) => stx.address === address)?.btc.addresses;
      const kinds: string[] = own === undefined ? [] : Object.values(own);
      const sum = kinds.reduce((total, one) => total + (coins.byAddress.get(one) ?? 0n), 0n);
      is('balances', 'btc of an account', said.get(address)?.btc, sum);
      let token = account?.sbtc ?? 0n;
      for (const { recipient, status, amount, fulfillment } of deposits) {
        if (recipient === address && status === 'confirmed') token += amount - (fulfillment?.fee ?? 0n);
      }
      for (const { sender, status, amount, maxFee, fulfillment } of withdrawals) {
        if (sender !== address || status === 'failed') continue;
        token -= amount + (status === 'confirmed' ? (fulfillment?.fee ?? 0n) : maxFee);
      }
      is('sbtc.balance', 'sbtc of an account', sbtc[at], token);
    }
    is('balance', 'stx of a contract', held.stx, expected.bank);
    is('faucet.stx', 'what the faucet has left', faucet.stx, start.faucet.stx - expected.faucetStx);
    is('faucet.sbtc', 'what the faucet has left', faucet.sbtc, start.faucet.sbtc - expected.faucetSbtc);
    is('bitcoin', 'the sum of all coins', sats(set.total_amount), coins.total);
    problems.push(...coins.problems);

    const paid = paidIn(view);
    for (const payment of this.payments) {
      const times = paid.filter((one) => isSame(one, payment)).length;
      if (times > 1) problems.push({ about: payment.about, path: 'paid more than once', ours: times, judge: 1 });
    }
    for (const one of expected.faucetPayments) {
      // It fills a nonce that a lost payment has left.
      if (one.to === BOOT_ADDRESS && one.amount === 1n) continue;
      if (!this.payments.some((payment) => isSame(one, payment))) {
        problems.push({ about: `faucet.${one.coin}`, path: 'paid what nobody asked for', ours: text(one), judge: 'nothing' });
      }
    }
    return problems;
  }

  /** Whether the calls of contracts in these blocks succeeded. */
  async #statuses({ devnet }: Net, view: View): Promise<ReadonlyMap<string, boolean>> {
    const statuses = new Map<string, boolean>();
    for (const { txs } of view.stacks.blocks) {
      for (const { txid, payload } of txs) {
        if (payload.kind === 'call') statuses.set(txid, devnet.receipt(txid)?.status === 'success');
      }
    }
    return statuses;
  }
}

type Paid = { coin: Coin; to: string; amount: bigint };

function isSame(paid: Paid, { coin, to, amount }: Payment): boolean {
  return paid.coin === coin && paid.to === to && paid.amount === amount;
}

/** All that somebody was paid in these blocks. */
function paidIn(view: View): Paid[] {
  const onStacks = view.stacks.blocks.flatMap(({ txs }) => txs.flatMap((tx): Paid | [] => paidBy(tx) ?? []));
  const onBitcoin = view.bitcoin.blocks.flatMap(({ txs }) =>
    txs.flatMap(({ outputs }) => outputs.map(({ address, value }): Paid => ({ coin: 'btc', to: address, amount: value }))),
  );
  return [...onStacks, ...onBitcoin];
}

function paidBy({ payload }: StacksTx): Paid | undefined {
  if (payload.kind === 'transfer') return { coin: 'stx', to: payload.to, amount: payload.amount };
  if (payload.kind === 'call' && payload.contract.endsWith('.sbtc-token') && payload.fn === 'transfer') {
    return { coin: 'sbtc', to: payload.args[2] as string, amount: whole(payload.args[0]) };
  }
  return undefined;
}

function whole(literal: string | undefined): bigint {
  return BigInt((literal ?? 'u0').replace(/^u/, ''));
}

function stacksLedger(view: View, start: Start, bank: string, statuses: ReadonlyMap<string, boolean>) {
  const accounts = new Map([...start.accounts].map(([address, account]) => [address, { ...account }]));
  const ledger = { accounts, bank: 0n, faucetStx: 0n, faucetSbtc: 0n, faucetPayments: [] as Paid[] };
  const add = (address: string, amount: bigint) => {
    const account = accounts.get(address);
    if (account !== undefined) account.stx += amount;
    if (address === bank) ledger.bank += amount;
  };
  for (const tx of view.stacks.blocks.flatMap(({ txs }) => txs)) {
    const { origin, payload, fee, txid } = tx;
    const sender = accounts.get(origin);
    if (sender !== undefined) {
      sender.stx -= fee;
      sender.nonce += 1n;
    }
    const paid = paidBy(tx);
    if (payload.kind === 'transfer') {
      add(origin, -payload.amount);
      add(payload.to, payload.amount);
      if (start.payers.has(origin)) ledger.faucetStx += payload.amount + fee;
      // A faucet fills a nonce gap with a transfer to the boot address, which answers no request; an account of the network pays 1 micro-STX
      // so that real nodes mine a block.
      const isFiller = payload.amount === 1n && (payload.to === BOOT_ADDRESS || !start.payers.has(origin));
      if (sender === undefined && !isFiller && paid !== undefined) ledger.faucetPayments.push(paid);
    } else if (payload.kind === 'call' && statuses.get(txid) === true) {
      const [first, second] = payload.args;
      if (payload.contract === BOOT) {
        const account = accounts.get(first as string);
        if (payload.fn === 'set-stx-balance' && account !== undefined) account.stx = whole(second);
        if (payload.fn === 'set-stx-balance' && first === bank) ledger.bank = whole(second);
        if (payload.fn === 'set-nonce' && account !== undefined) account.nonce = whole(second);
      } else if (payload.contract === bank) {
        const amount = payload.fn === 'put' ? whole(first) : payload.fn === 'take' ? -whole(first) : 0n;
        add(origin, -amount);
        add(bank, amount);
      } else if (paid !== undefined) {
        const recipient = accounts.get(paid.to);
        if (recipient !== undefined) recipient.sbtc += paid.amount;
        if (sender !== undefined) sender.sbtc -= paid.amount;
        if (sender === undefined) {
          ledger.faucetSbtc += paid.amount;
          ledger.faucetPayments.push(paid);
        }
      }
    }
  }
  return ledger;
}

function bitcoinLedger({ bitcoin: { blocks } }: View) {
  const coins = new Map<string, { address: string; value: bigint }>();
  const problems: Problem[] = [];
  for (const { txs, height } of blocks) {
    let created = 0n;
    let spent = 0n;
    for (const { txid, spends, outputs } of txs) {
      for (const outpoint of spends) {
        const coin = coins.get(outpoint);
        if (coin === undefined) problems.push({ about: 'bitcoin', path: 'a coin that is spent twice', ours: outpoint, judge: 'once' });
        spent += coin?.value ?? 0n;
        coins.delete(outpoint);
      }
      for (const [at, output] of outputs.entries()) {
        created += output.value;
        // The output of the genesis block is no coin, and no script that begins with OP_RETURN.
        if (height > 0 && !output.address.startsWith('6a')) coins.set(`${txid}:${at}`, output);
      }
    }
    const subsidy = SUBSIDY >> BigInt(Math.floor(height / HALVING));
    if (created > spent + subsidy)
      problems.push({ about: 'bitcoin', path: 'a block that creates money', ours: text(created - spent), judge: text(subsidy) });
  }
  const byAddress = new Map<string, bigint>();
  let total = 0n;
  for (const { address, value } of coins.values()) {
    byAddress.set(address, (byAddress.get(address) ?? 0n) + value);
    total += value;
  }
  return { byAddress, total, problems };
}

export function addressOf({ devnet }: Net, name: string): string {
  return (devnet.accounts as Readonly<Record<string, { stx: { address: string } }>>)[name]?.stx.address as string;
}

/**
 * Returns the tips of both chains. The status of real nodes follows their events: balances, which are asked of the nodes, may already be of a
 * later block.
 * @returns undefined while the status is behind the nodes, or a node starts again
 */
export async function tips(net: Net): Promise<string | undefined> {
  const { bitcoin, stacks } = await net.devnet.status();
  if (net.engine === 'native') {
    const asked = await Promise.all([
      fetch(`${net.devnet.urls.stacks}/v3/tenures/info`).then((response) => response.json() as Promise<{ tip_block_id: string }>),
      bitcoinRpc<string>(net, 'getbestblockhash'),
    ]).catch((error: unknown) => {
      // What `fetch` throws without an answer.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (asked === undefined) return undefined;
    const [tenure, best] = asked;
    if (best !== bitcoin.hash || tenure.tip_block_id.replace(/^0x/, '') !== stacks.hash.replace(/^0x/, '')) return undefined;
  }
  return `${bitcoin.hash} ${stacks.hash}`;
}
