import { setTimeout as delay } from 'node:timers/promises';
import { makeSTXTokenTransfer } from '@stacks/transactions';
import { rows } from '#dist/network/operations.js';
import { connectDevnet } from '#dist/start/connect.js';
import type { Reach } from '../reach.js';
import type { Difference } from '../types.js';
import type { BlockCache } from './chains.js';
import { addressOf, Money, type Payment, type Problem, type Start } from './money.js';
import { ask, askInCode, type Fields, type Net, netOf, type Outcome, startNet } from './net.js';
import { differs, isPending, isStill, type Made, type Print, readPrint } from './print.js';
import type { ReadyProbe } from './ready.js';
import { wrongFields } from './refusals.js';
import { CHAOS, HOWS, READS, SENDS, SETS, STEP_NAMES, type Step } from './steps.js';
import { text } from './text.js';

/** The longest that one request may keep others waiting, in ms. */
const READY_MS = 1_000;
/** The timeout of a wait that must succeed, and of one that may not. */
const SURE_MS = { embedded: 20_000, native: 90_000 };
const UNSURE_MS = 250;
const BANK = `
(define-fungible-token coin)
(define-non-fungible-token badge uint)
(define-data-var paused bool false)
(define-map prices uint uint)
(define-public (put (n uint)) (stx-transfer? n tx-sender (as-contract tx-sender)))
(define-public (take (n uint)) (let ((who tx-sender)) (as-contract (stx-transfer? n tx-sender who))))
(define-public (fail) (err u7))
(define-read-only (held) (stx-get-balance (as-contract tx-sender)))`;
const WAITS = ['DROPPED', 'REPLACED', 'REJECTED', 'TIMEOUT', 'ROLLED_BACK', 'ABORTED'];
const SENDING = [...WAITS, 'NOT_FOUND', 'RPC', 'UNSUPPORTED', 'INVALID_INPUT', 'FAILED'];

/** What one side needs for a play. */
export type Table = { net: Net; cache: BlockCache; bank: string; reach: Reach; probe: ReadyProbe; owns: boolean };

type Saved = { readonly print: Print | undefined; readonly made: Made; alive: ReadonlySet<Payment> };
type Snapshot = Saved & { id: string; name: string | undefined; heights?: unknown };
/** What a step must come to. */
type Must = 'ok' | 'any' | readonly string[];
type Brief = { ok: boolean; code?: string };
/** How a step ended, to be compared with how it ended on another engine. */
export type Result = Brief & {
  /** A transaction of Stacks that it sent; `given` is what its outcome depends on. */
  sent?: { txid: string; given: unknown };
  /** What all accounts have won or lost since the beginning, if nothing is pending. */
  won?: Record<string, unknown>;
  /** What its transaction came to, if it is in a block at the end. */
  receipt?: unknown;
};

/** Deploys the contract that plays use. @returns its id */
export async function prepareBank({ devnet }: Net): Promise<string> {
  const deployed = await devnet.stacks.deploy({ name: 'bank', source: BANK, as: 'deployer', clarityVersion: 3, timeoutMs: 90_000 });
  if (deployed.status !== 'success') throw new Error(`the bank is not deployed: ${deployed.reason}`);
  return deployed.contract;
}

/** A play on one network: does the steps, and compares what the network says with what it must say. */
export class Play {
  readonly #table: Table;
  #net: Net;
  readonly #money: Money;
  #start!: Start;
  #snapshots: Snapshot[] = [];
  #states: (Saved & { bytes: Uint8Array })[] = [];
  /** Payments that were accepted and that nothing has undone. */
  #alive = new Set<Payment>();
  readonly #made: { txids: string[]; contracts: string[] };
  readonly #undone: Payment[] = [];
  #counter = 0;
  /** Whether several steps go on at the same time: then only what is always true is checked. */
  #isBeside = false;
  /** Whether what it has may differ from what the ledger knows. */
  #isForeign = false;
  readonly results: (Result | undefined)[] = [];

  constructor(table: Table) {
    this.#table = table;
    this.#net = table.net;
    this.#money = new Money(table.cache);
    this.#made = { txids: [], contracts: [table.bank] };
  }

  async *play(steps: readonly Step[]): AsyncGenerator<Difference> {
    this.#start = await this.#money.start(this.#net);
    try {
      for (const [at, step] of steps.entries()) {
        this.#money.begin(at);
        const begun = performance.now();
        for (const problem of await this.#step(step)) yield { step: at, ...problem };
        const took = (performance.now() - begun).toFixed(0);
        if (process.env['SHOW'] !== undefined) console.log(`${this.#net.engine} ${at} ${took} ms: ${JSON.stringify(step)}`);
      }
      for (const problem of await this.#end()) yield { step: Math.max(0, steps.length - 1), ...problem };
      for (const result of this.results) if (result?.sent !== undefined) result.receipt = this.#factsOf(result.sent);
    } finally {
      if (this.#table.owns || this.#net !== this.#table.net) await this.#net.close();
    }
    for (const problem of await this.#leftovers()) yield { step: Math.max(0, steps.length - 1), ...problem };
  }

  async #step(step: Step): Promise<Problem[]> {
    const problems: Problem[] = [];
    this.#brief = undefined;
    this.#sent = undefined;
    const work = async () => void problems.push(...(await this.#run(step)));
    const gateway = this.#net.devnet.urls.gateway as string;
    // A step that goes on as another network, or compares whole networks, is more than a request.
    const isOne = !['beside', 'become', 'copy', 'two'].includes(step.do);
    // A shrinker leaves parts of names.
    const name = nameOf(step);
    if (STEP_NAMES.includes(name)) this.#table.reach.count(`${name} on ${this.#net.engine}`, false);
    if (isOne) {
      const waited = await this.#table.probe.during(gateway, work);
      if (waited > READY_MS) problems.push({ about: aboutOf(step), path: 'GET /ready waits', ours: Math.round(waited), judge: READY_MS });
    } else await work();
    problems.push(...(await this.#check()));
    const result = this.#brief as Result | undefined;
    if (result !== undefined) {
      if (this.#sent !== undefined) result.sent = this.#sent;
      const won = await this.#won();
      if (won !== undefined) result.won = won;
    }
    this.results.push(result);
    return problems;
  }

  #brief: Brief | undefined;
  #sent: Result['sent'];

  /** What a transaction came to, without what is of its chain. */
  #factsOf({ txid, given }: NonNullable<Result['sent']>): unknown {
    const receipt = this.#net.devnet.receipt(txid);
    if (receipt === undefined) return undefined;
    const { status, result, reason, events } = receipt;
    const kinds = events.map((event) => {
      const { type, [type]: detail } = event as unknown as Record<string, Record<string, unknown>> & { type: string };
      return [type, detail?.['amount'], detail?.['recipient'], detail?.['raw_value']];
    });
    // Only our node knows where in the source.
    const withoutPlace = reason?.replace(/ from \S+ in \S+ \(line \d+, column \d+\)/, '');
    return text({ given, status, result: result.repr, reason: withoutPlace, events: kinds });
  }

  /** @returns undefined while something may still change it */
  async #won(): Promise<Result['won']> {
    if (this.#isForeign || (await this.#isStopped()) || (await isPending(this.#net))) return undefined;
    const { accounts, faucet, height } = await this.#money.start(this.#net);
    if (height < this.#start.height || (await isPending(this.#net))) return undefined;
    const won = [...accounts].map(([address, now]) => {
      const then = this.#start.accounts.get(address);
      return [address, [now.stx - (then?.stx ?? 0n), now.nonce - (then?.nonce ?? 0n), now.btc - (then?.btc ?? 0n)]];
    });
    return text({ ...Object.fromEntries(won), faucet: this.#start.faucet.stx - faucet.stx }) as Record<string, unknown>;
  }

  async #check(): Promise<Problem[]> {
    if (this.#isForeign || (await this.#isStopped())) return [];
    const found = await this.#money.check(this.#net, this.#start, this.#table.bank);
    this.#table.reach.count(`the ledger on ${this.#net.engine}`, found === undefined);
    return found ?? [];
  }

  async #isStopped(): Promise<boolean> {
    return (await this.#kinds()).includes('stoppedNode');
  }

  async #kinds(): Promise<string[]> {
    return (await this.#net.devnet.chaos.active()).map(({ kind }) => kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  }

  /** Whether a chain has what is sent soon, by itself. */
  async #isSure(chain: 'bitcoin' | 'stacks' | 'both'): Promise<boolean> {
    const modes = await this.#net.devnet.miningModes();
    const isOn = chain === 'both' ? modes.bitcoin !== 'manual' && modes.stacks !== 'manual' : modes[chain] !== 'manual';
    return isOn && !this.#isBeside && (await this.#kinds()).every((kind) => kind === 'rpcFaults');
  }

  #ask(door: number, name: string, fields: Fields = {}): Promise<Outcome> {
    return ask(this.#net, door, name, fields, this.#table.reach);
  }

  #code(call: () => Promise<unknown>): Promise<Outcome> {
    return askInCode(this.#net, SENDING, call);
  }

  /** Compares how an operation ended with how it must end. */
  #judge(about: string, outcome: Outcome, must: Must = 'any'): Problem[] {
    // Real nodes refuse what would halt their chain, which is not so on the embedded engine.
    const isHalt = !outcome.ok && this.#net.engine === 'native' && outcome.message.includes('would halt the chain');
    if (!this.#isBeside) this.#brief = outcome.ok ? { ok: true } : { ok: false, code: isHalt ? 'UNSUPPORTED' : outcome.code };
    if (isHalt) return [];
    if (!outcome.ok && (!outcome.listed || outcome.code === 'INTERNAL')) {
      return [{ about, path: `an error that is not listed: ${outcome.code}`, ours: outcome.message, judge: 'one of its codes' }];
    }
    if (must === 'any' || this.#isBeside) return [];
    const said = outcome.ok ? 'fulfilled' : `${outcome.code}: ${outcome.message}`;
    if (must === 'ok') return outcome.ok ? [] : [{ about, path: `refused: ${outcome.code}`, ours: said, judge: 'fulfilled' }];
    if (outcome.ok) return [{ about, path: 'not refused', ours: text(outcome.value), judge: must.join(' or ') }];
    return must.includes(outcome.code) ? [] : [{ about, path: 'refused with another code', ours: said, judge: must.join(' or ') }];
  }

  #account(n: number): string {
    return `wallet_${1 + (n % 8)}`;
  }

  async #run(step: Step): Promise<Problem[]> {
    switch (step.do) {
      case 'pay':
        return this.#pay(step);
      case 'send':
        return this.#send(step);
      case 'twice':
        return this.#twice(step);
      case 'deposit':
        return this.#deposit(step);
      case 'withdraw':
        return this.#withdraw(step);
      case 'bridge':
        return this.#bridge(step);
      case 'mine':
        return this.#mine(step);
      case 'until': {
        const { bitcoin, stacks } = await this.#net.devnet.status();
        const burnHeight = bitcoin.height + step.blocks;
        const isSure = await this.#isSure('stacks');
        const outcome = await this.#code(() =>
          this.#net.devnet.mineUntil(step.blocks === 0 ? { stacksHeight: stacks.height + 1 } : { burnHeight }, { timeoutMs: 20_000 }),
        );
        return this.#judge('mineUntil', outcome, isSure ? 'ok' : 'any');
      }
      case 'mode':
        return this.#mode(step);
      case 'snapshot':
        return this.#snapshot(step);
      case 'restore':
        return this.#restore(step);
      case 'forget': {
        const snapshot = pick(this.#snapshots, step.n);
        if (snapshot === undefined)
          return this.#judge('deleteSnapshot', await this.#ask(step.door, 'deleteSnapshot', { id: 'x' }), ['NOT_FOUND']);
        const outcome = await this.#ask(step.door, 'deleteSnapshot', { id: snapshot.id });
        if (outcome.ok) this.#snapshots = this.#snapshots.filter((one) => one !== snapshot);
        const problems = this.#judge('deleteSnapshot', outcome, 'ok');
        if (this.#isBeside || !outcome.ok) return problems;
        return [...problems, ...this.#judge('restore', await this.#ask(step.door, 'restore', { id: snapshot.id }), ['NOT_FOUND'])];
      }
      case 'two':
        return this.#two(step);
      case 'dump':
        return this.#dump(step);
      case 'load':
        return this.#load(step);
      case 'become':
        return this.#become(HOWS[step.how % HOWS.length] as (typeof HOWS)[number]);
      case 'copy':
        return this.#copy(step);
      case 'set':
        return this.#set(step);
      case 'chaos':
        return this.#chaos(step);
      case 'calm':
        return this.#calm(step);
      case 'reorg':
        return this.#reorg(step);
      case 'read':
        return this.#read(step);
      case 'impersonate':
        return this.#impersonate(step);
      case 'refused': {
        const [name] = rows[step.row % rows.length] as (typeof rows)[number];
        const fields = wrongFields(name, step.how);
        if (fields === undefined) return [];
        // What a Bitcoin address is depends on the chain, which a stopped node does not say.
        const stopped = (await this.#isStopped()) ? ['NOT_REACHABLE'] : [];
        return this.#judge(name, await this.#ask(step.door, name, fields), ['INVALID_INPUT', 'NOT_FOUND', 'UNSUPPORTED', ...stopped]);
      }
      case 'beside':
        return this.#beside(step);
      default:
        // Shrinking may leave out what a step does.
        return [];
    }
  }

  /** Remembers a transaction of Stacks that a step sent. @param given what its outcome depends on, besides the step */
  #note(txid: string, given: unknown = null): void {
    this.#made.txids.push(txid);
    if (!this.#isBeside) this.#sent = { txid, given };
  }

  async #pay({ door, coin, to, amount: given, wait }: Extract<Step, { do: 'pay' }>): Promise<Problem[]> {
    const name = `faucet.${coin}`;
    const account = this.#account(to);
    const amount = this.#money.amount(given);
    const chain = coin === 'btc' ? 'bitcoin' : 'stacks';
    const isSure = await this.#isSure(chain);
    const { stx, btc } = (this.#net.devnet.accounts as Readonly<Record<string, { stx: { address: string }; btc: { address: string } }>>)[
      account
    ]!;
    const payment: Payment = { coin, about: name, to: coin === 'btc' ? btc.address : stx.address, amount, accepted: false };
    this.#money.payments.push(payment);
    const timeoutMs = isSure ? SURE_MS[this.#net.engine] : UNSURE_MS;
    const outcome = await this.#ask(door, name, { address: payment.to, amount, wait, ...(wait && { timeoutMs }) });
    const stopped = await this.#isStopped();
    const problems = this.#judge(name, outcome, isSure || (!wait && !stopped) ? 'ok' : 'any');
    payment.accepted = outcome.ok || (outcome as { code: string }).code === 'TIMEOUT';
    if (payment.accepted && !stopped) this.#alive.add(payment);
    if (!outcome.ok) {
      if (outcome.code === 'ROLLED_BACK') this.#undone.push(payment);
      return problems;
    }
    const { txId, amount: said, block } = outcome.value as { txId: string; amount: bigint; block?: { height: number; hash: string } };
    if (coin !== 'btc') this.#note(txId);
    if (said !== amount) problems.push({ about: name, path: 'the amount of the answer', ours: text(said), judge: text(amount) });
    if (wait && block === undefined) problems.push({ about: name, path: 'no block', ours: text(outcome.value), judge: 'a block' });
    if (wait && !this.#isBeside) {
      const times = await this.#money.count(this.#net, this.#start, payment);
      if (times !== 1) problems.push({ about: name, path: 'how often a confirmed payment is in blocks', ours: times, judge: 1 });
    }
    return problems;
  }

  async #send({ kind, from, to, amount: given, wait }: Extract<Step, { do: 'send' }>): Promise<Problem[]> {
    const what = SENDS[kind % SENDS.length] as (typeof SENDS)[number];
    const { devnet } = this.#net;
    const as = this.#account(from);
    const amount = this.#money.amount(given, what === 'transfer' ? 1_000 : 1);
    const isSure = await this.#isSure('stacks');
    const before = (await this.#isStopped()) ? 0n : (await devnet.balance(as)).stx;
    const options = { as, wait, ...(wait && { timeoutMs: isSure ? SURE_MS[this.#net.engine] : UNSURE_MS }) } as const;
    const isRich = before > amount + 10_000n;
    const must: Must = isSure && isRich ? 'ok' : 'any';
    if (what === 'transfer' || what === 'too much') {
      const isTooMuch = what === 'too much';
      const isSelf = this.#account(to) === as;
      const sent = isTooMuch ? before + 1n : amount;
      const payment: Payment = {
        coin: 'stx',
        about: 'stacks.transfer',
        to: addressOf(this.#net, this.#account(to)),
        amount: sent,
        accepted: false,
      };
      if (!isTooMuch) this.#money.payments.push(payment);
      // A fault that loses one transaction ends with this one.
      const isMade = (await this.#kinds()).length === 0 && !this.#isBeside;
      const outcome = await this.#code(() => devnet.stacks.transfer({ to: payment.to, amount: sent, ...options } as never));
      if (outcome.ok) this.#note((outcome.value as { txid: string }).txid, isTooMuch);
      return this.#judge(
        'stacks.transfer',
        outcome,
        isTooMuch ? (isMade ? (isSelf ? ['INVALID_INPUT'] : ['REJECTED']) : 'any') : isSelf ? ['INVALID_INPUT'] : must,
      );
    }
    if (what === 'deploy') {
      const name = `c${this.#counter++}-${as.replace('_', '-')}`;
      const outcome = await this.#code(() => devnet.stacks.deploy({ name, source: '(define-read-only (one) u1)', ...options } as never));
      this.#made.contracts.push(`${addressOf(this.#net, as)}.${name}`);
      if (outcome.ok) this.#note((outcome.value as { txid: string }).txid);
      return this.#judge('stacks.deploy', outcome, must);
    }
    const held = (await this.#isStopped()) ? 0n : (await devnet.balance(this.#table.bank)).stx;
    const outcome = await this.#code(() => devnet.contract(this.#table.bank).call(what, what === 'fail' ? [] : [amount], options as never));
    const problems = this.#judge(`contract.call`, outcome, must);
    if (outcome.ok) this.#note((outcome.value as { txid: string }).txid, [wait, held >= amount]);
    if (!outcome.ok || !wait || this.#isBeside || !isSure || !isRich) return problems;
    const { status } = outcome.value as { status: string };
    // Real nodes may mine a deposit that nobody waited for before this one.
    if (what === 'take' && this.#net.engine === 'native') return problems;
    const expected = what === 'put' || (what === 'take' && held >= amount) ? 'success' : 'abort_by_response';
    if (status !== expected) problems.push({ about: 'contract.call', path: `the status of ${what}`, ours: status, judge: expected });
    return problems;
  }

  /** The same bytes arrive twice: they pay once. */
  async #twice({ from, to, amount: given }: Extract<Step, { do: 'twice' }>): Promise<Problem[]> {
    if (await this.#isStopped()) return [];
    const { devnet } = this.#net;
    const as = this.#account(from);
    const recipient = addressOf(this.#net, this.#account(to));
    const amount = this.#money.amount(given);
    const balance = (await devnet.balances()).find(({ name }) => name === as)?.stx;
    if (balance === undefined || balance.balance < amount + 10_000n) return [];
    const senderKey = (devnet.accounts as Readonly<Record<string, { privateKey: string }>>)[as]?.privateKey as string;
    const signed = await makeSTXTokenTransfer({ recipient, amount, fee: 400n, nonce: balance.nonce, senderKey, network: 'testnet' });
    this.#money.payments.push({ coin: 'stx', about: 'POST /v2/transactions', to: recipient, amount, accepted: true });
    const send = async (url: string) => {
      const headers = { 'content-type': 'application/octet-stream' };
      const body = Buffer.from(signed.serializeBytes());
      const response = await fetch(`${url}/v2/transactions`, { method: 'POST', headers, body });
      await response.text();
      return response.status;
    };
    await Promise.all([send(devnet.urls.stacks), send(devnet.urls.gateway as string)]);
    await send(devnet.urls.gateway as string);
    return [];
  }

  async #deposit({ door, to, amount: given, wait }: Extract<Step, { do: 'deposit' }>): Promise<Problem[]> {
    const recipient = addressOf(this.#net, this.#account(to));
    const amount = 200_000n + this.#money.amount(given, 10);
    const isSure = (await this.#isSure('both')) && (await this.#isBridging());
    const timeoutMs = isSure ? SURE_MS[this.#net.engine] : UNSURE_MS;
    const outcome = await this.#ask(door, 'sbtc.deposit', { recipient, amount, wait, ...(wait && { timeoutMs }) });
    const problems = this.#judge('sbtc.deposit', outcome, isSure ? 'ok' : 'any');
    if (!outcome.ok || !wait || this.#isBeside || !isSure) return problems;
    const { status, fulfillment, amount: said } = outcome.value as { status: string; amount: bigint; fulfillment?: { fee: bigint } };
    if (status !== 'confirmed') problems.push({ about: 'sbtc.deposit', path: 'its status', ours: status, judge: 'confirmed' });
    if (said !== amount) problems.push({ about: 'sbtc.deposit', path: 'its amount', ours: text(said), judge: text(amount) });
    if ((fulfillment?.fee ?? 80_001n) > 80_000n) {
      problems.push({ about: 'sbtc.deposit', path: 'its fee', ours: text(fulfillment), judge: 'at most 80000' });
    }
    return problems;
  }

  async #isBridging(): Promise<boolean> {
    const { devnet } = this.#net;
    if (this.#net.engine === 'native') return false;
    const [{ mode }, deposits, withdrawals] = await Promise.all([
      devnet.sbtc.configuration(),
      devnet.sbtc.deposits(),
      devnet.sbtc.withdrawals(),
    ]);
    return mode === 'auto' && [...deposits, ...withdrawals].every(({ status }) => status === 'confirmed' || status === 'failed');
  }

  async #withdraw({ door, from, amount: given, wait }: Extract<Step, { do: 'withdraw' }>): Promise<Problem[]> {
    if (await this.#isStopped()) return [];
    const { devnet } = this.#net;
    const account = this.#account(from);
    const amount = this.#money.amount(given, 10);
    const has = await devnet.sbtc.balance(addressOf(this.#net, account));
    const { stx } = await devnet.balance(account);
    const isSure = (await this.#isSure('both')) && (await this.#isBridging()) && has > amount + 10_000n && stx > 100_000n;
    const address = (devnet.accounts as Readonly<Record<string, { btc: { addresses: { p2tr: string } } }>>)[account]?.btc.addresses.p2tr;
    const timeoutMs = isSure ? SURE_MS[this.#net.engine] : UNSURE_MS;
    const fields = { account, amount, address, wait, timeoutMs };
    const outcome = await this.#ask(door, 'bridge.withdraw', fields);
    const problems = this.#judge('bridge.withdraw', outcome, isSure ? 'ok' : 'any');
    if (!outcome.ok || !wait || this.#isBeside || !isSure) return problems;
    const { status } = outcome.value as { status: string };
    if (status !== 'confirmed') problems.push({ about: 'bridge.withdraw', path: 'its status', ours: status, judge: 'confirmed' });
    return problems;
  }

  async #bridge({ door, what, n }: Extract<Step, { do: 'bridge' }>): Promise<Problem[]> {
    const { devnet } = this.#net;
    if (what === 'step') return this.#judge('sbtc.step', await this.#ask(door, 'sbtc.step'), (await this.#isStopped()) ? 'any' : 'ok');
    if (what === 'auto' || what === 'manual' || what === 'fee') {
      const change = what === 'fee' ? { feeRate: 1 + n } : { mode: what };
      const outcome = await this.#ask(door, 'sbtc.configure', { change });
      const problems = this.#judge('sbtc.configure', outcome, 'ok');
      const now = (await devnet.sbtc.configuration()) as unknown as Record<string, unknown>;
      for (const [key, value] of Object.entries(change)) {
        if (outcome.ok && now[key] !== value) problems.push({ about: 'sbtc.configure', path: key, ours: now[key], judge: value });
      }
      return problems;
    }
    if (await this.#isStopped()) return [];
    if (what === 'reject deposit') {
      const deposit = pick(await devnet.sbtc.deposits(), n);
      const given = deposit === undefined ? { txid: '00'.repeat(32), vout: 0 } : { txid: deposit.txid, vout: deposit.vout };
      const outcome = await this.#ask(door, 'bridge.rejectDeposit', given);
      return this.#judge('bridge.rejectDeposit', outcome, deposit === undefined ? ['NOT_FOUND'] : 'any');
    }
    const withdrawal = pick(await devnet.sbtc.withdrawals(), n);
    const outcome = await this.#ask(door, 'bridge.rejectWithdrawal', { id: withdrawal?.requestId ?? 999n });
    return this.#judge('bridge.rejectWithdrawal', outcome, withdrawal === undefined ? ['NOT_FOUND'] : 'any');
  }

  async #mine({ door, chain, blocks }: Extract<Step, { do: 'mine' }>): Promise<Problem[]> {
    const { devnet } = this.#net;
    const before = await devnet.status();
    const kinds = await this.#kinds();
    const outcome = await this.#ask(door, 'mine', { request: { [chain]: blocks } });
    const isAble = chain === 'bitcoin' || before.capabilities.includes('mineStacks');
    const problems = this.#judge('mine', outcome, isAble && kinds.every((kind) => kind === 'rpcFaults') ? 'ok' : 'any');
    if (!outcome.ok || this.#isBeside) return problems;
    const said = outcome.value as { bitcoin: { height: number; hashes: string[] }; stacks: { height: number } };
    const wanted = chain === 'bitcoin' ? blocks : 0;
    const made = said.bitcoin.hashes.length;
    // The real miner does not win every election, for example after a reorganisation: then another block follows.
    const isRight = this.#net.engine === 'native' && chain === 'bitcoin' ? made >= wanted : made === wanted;
    if (!isRight) problems.push({ about: 'mine', path: 'how many hashes', ours: made, judge: wanted });
    const grown = said[chain].height - before[chain].height;
    const isExact = this.#net.engine === 'embedded' && before.bitcoin.mode === 'manual' && before.stacks.mode === 'manual';
    if (grown < blocks || (isExact && chain === 'bitcoin' && grown !== blocks)) {
      problems.push({ about: 'mine', path: `how far ${chain} grows`, ours: grown, judge: blocks });
    }
    return problems;
  }

  async #mode({ door, chain, mode }: Extract<Step, { do: 'mode' }>): Promise<Problem[]> {
    const { devnet } = this.#net;
    const wanted = mode === 'interval' ? { intervalMs: 200 } : mode;
    const before = await devnet.miningModes();
    const isStopped = await this.#isStopped();
    const outcome = await this.#ask(door, 'setMining', { modes: { [chain]: wanted } });
    const { capabilities } = await devnet.status();
    const isAble = capabilities.includes('pauseStacks') || (chain === 'bitcoin' && mode !== 'interval');
    const problems = this.#judge('setMining', outcome, isAble && !isStopped ? 'ok' : 'any');
    if (!outcome.ok || this.#isBeside) return problems;
    const expected = JSON.stringify({ ...before, [chain]: wanted });
    for (const now of [outcome.value, await devnet.miningModes()]) {
      if (JSON.stringify(now) !== expected)
        problems.push({ about: 'setMining', path: 'the modes', ours: now, judge: JSON.parse(expected) });
    }
    return problems;
  }

  async #print(): Promise<Print | undefined> {
    if (await this.#isStopped()) return undefined;
    const print = await readPrint(this.#net, this.#made);
    return print !== undefined && isStill(print) ? print : undefined;
  }

  async #snapshot({ door, name: isNamed }: Extract<Step, { do: 'snapshot' }>): Promise<Problem[]> {
    const before = this.#isBeside ? undefined : await this.#print();
    const name = isNamed ? `s${this.#counter++}` : undefined;
    const isStopped = await this.#isStopped();
    const alive = new Set(this.#alive);
    const outcome = await this.#ask(door, 'snapshot', name === undefined ? {} : { name });
    const problems = this.#judge('snapshot', outcome, isStopped ? 'any' : 'ok');
    if (!outcome.ok) return problems;
    const { id } = outcome.value as { id: string };
    const snapshot: Snapshot = { id, name, print: before, made: this.#madeNow(), alive };
    this.#snapshots.push(snapshot);
    if (this.#isBeside) return problems;
    const listed = (await this.#net.devnet.snapshots()).find((one) => one.id === id);
    if (listed === undefined) problems.push({ about: 'snapshots', path: 'a snapshot is not listed', ours: 'nothing', judge: id });
    if (before !== undefined && listed !== undefined) {
      const { bitcoin, stacks } = before['tips'] as { bitcoin: [number]; stacks: [number] };
      const expected = { bitcoin: bitcoin[0], stacks: stacks[0] };
      if (JSON.stringify(listed.heights) !== JSON.stringify(expected)) {
        problems.push({ about: 'snapshot', path: 'its heights', ours: listed.heights, judge: expected });
      }
      const after = await this.#print();
      if (after !== undefined) problems.push(...this.#compare('snapshot', 'changes', after, before));
    }
    return problems;
  }

  #compare(about: string, path: string, ours: Print, judge: Print): Problem[] {
    return differs(ours, judge).map((key) => ({ about, path: `${path}: ${key}`, ours: ours[key], judge: judge[key] }));
  }

  /** Checks what a restore gives. A state that was saved beside other steps is known only after its first restore. */
  async #compareRestored(about: string, saved: Saved): Promise<Problem[]> {
    this.#alive = new Set(saved.alive);
    const now = await readPrint(this.#net, saved.print === undefined ? this.#made : saved.made);
    if (now === undefined) return [];
    if (saved.print !== undefined) return this.#compare(about, 'is not what was saved', now, saved.print);
    if (isStill(now)) Object.assign(saved, { print: now, made: this.#madeNow() });
    return [];
  }

  #madeNow(): Made {
    return { txids: [...this.#made.txids], contracts: [...this.#made.contracts] };
  }

  async #restore({ door, n }: Extract<Step, { do: 'restore' }>): Promise<Problem[]> {
    const snapshot = pick(this.#snapshots, n);
    if (snapshot === undefined) {
      const problems = this.#judge('restore', await this.#ask(door, 'restore', { id: 'nobody' }), ['NOT_FOUND']);
      await this.#endFaults();
      return problems;
    }
    const outcome = await this.#ask(door, 'restore', { id: snapshot.id });
    const problems = this.#judge('restore', outcome, 'ok');
    if (!outcome.ok || this.#isBeside) return problems;
    problems.push(...(await this.#compareRestored('restore', snapshot)));
    const kinds = await this.#kinds();
    if (kinds.length > 0) problems.push({ about: 'restore', path: 'faults go on', ours: kinds, judge: [] });
    return problems;
  }

  /**
   * Ends the faults after a step that ends them where it can be done: real nodes load no state and become no other network, and their
   * snapshots are others. So both engines go on with the same faults.
   */
  async #endFaults(): Promise<void> {
    if (!(await this.#isStopped())) await this.#net.devnet.chaos.clear();
  }

  /** Two snapshots at the same time are of the same state. */
  async #two({ door }: Extract<Step, { do: 'two' }>): Promise<Problem[]> {
    const print = await this.#print();
    const must = (await this.#isStopped()) ? 'any' : 'ok';
    const alive = new Set(this.#alive);
    const outcomes = await Promise.all([this.#ask(door, 'snapshot', {}), this.#ask(door + 1, 'snapshot', {})]);
    const problems: Problem[] = [];
    for (const outcome of outcomes) {
      problems.push(...this.#judge('snapshot', outcome, must));
      if (!outcome.ok) continue;
      const snapshot = { id: (outcome.value as { id: string }).id, name: undefined, print, made: this.#madeNow(), alive };
      this.#snapshots.push(snapshot);
      problems.push(...this.#judge('restore', await this.#ask(door, 'restore', { id: snapshot.id }), must));
      problems.push(...(await this.#compareRestored('restore', snapshot)));
    }
    return problems;
  }

  async #dump({ door }: Extract<Step, { do: 'dump' }>): Promise<Problem[]> {
    const { capabilities } = await this.#net.devnet.status();
    const print = this.#isBeside ? undefined : await this.#print();
    const isStopped = await this.#isStopped();
    const alive = new Set(this.#alive);
    const made = this.#madeNow();
    const outcome = await this.#ask(door, 'dumpState');
    const problems = this.#judge('dumpState', outcome, isStopped ? 'any' : capabilities.includes('stateFile') ? 'ok' : ['UNSUPPORTED']);
    if (outcome.ok) this.#states.push({ bytes: outcome.value as Uint8Array, print, made, alive });
    return problems;
  }

  async #load({ door, n }: Extract<Step, { do: 'load' }>): Promise<Problem[]> {
    const isStopped = await this.#isStopped();
    const state = pick(this.#states, n);
    const problems = state === undefined ? [] : await this.#loadState(door, state, isStopped);
    await this.#endFaults();
    return problems;
  }

  async #loadState(door: number, state: Saved & { bytes: Uint8Array }, isStopped: boolean): Promise<Problem[]> {
    const outcome = await this.#ask(door, 'loadState', { state: state.bytes });
    const problems = this.#judge('loadState', outcome, isStopped ? 'any' : 'ok');
    if (!outcome.ok || this.#isBeside) return problems;
    const active = await this.#net.devnet.chaos.active();
    if (active.length > 0) problems.push({ about: 'loadState', path: 'faults go on', ours: text(active), judge: [] });
    return [...problems, ...(await this.#compareRestored('loadState', state))];
  }

  /** Goes on as another network that has the same state. */
  async #become(how: (typeof HOWS)[number]): Promise<Problem[]> {
    if (await this.#isStopped()) return [];
    const problems = this.#net.engine === 'native' ? [] : await this.#goOn(how);
    await this.#endFaults();
    return problems;
  }

  async #goOn(how: (typeof HOWS)[number]): Promise<Problem[]> {
    const { devnet } = this.#net;
    if (how === 'fork') return this.#fork();
    const print = await this.#print();
    if (print === undefined) return [];
    const alive = this.#alive;
    let next: Net;
    if (how === 'copy') next = await netOf((await devnet.clone()) as typeof devnet);
    else {
      const bytes = await devnet.dumpState();
      if (how === 'load') {
        const outcome = await this.#ask(0, 'loadState', { state: bytes });
        const problems = this.#judge('loadState', outcome, 'ok');
        return [...problems, ...(await this.#compareRestored('loadState', { print, made: this.#madeNow(), alive }))];
      }
      next = await startNet(how === 'file' ? {} : { mining: { bitcoin: 'manual', stacks: 'manual' } });
      await next.devnet.loadState(bytes);
      if (how === 'file') {
        const again = await next.devnet.dumpState();
        if (Buffer.compare(again, bytes) !== 0) {
          await this.#go(next);
          return [{ about: 'dumpState', path: 'the file of a loaded file', ours: again.length, judge: bytes.length }];
        }
      }
    }
    await this.#go(next);
    this.#alive = alive;
    const now = await readPrint(this.#net, this.#made);
    return now === undefined ? [] : this.#compare(how === 'copy' ? 'openClone' : 'loadState', 'another network differs', now, print);
  }

  async #go(next: Net): Promise<void> {
    const last = this.#net;
    this.#net = next;
    this.#snapshots = [];
    if (last !== this.#table.net || this.#table.owns) await last.close();
  }

  /** A fork has the balances and nonces of its origin, and what happens there changes the fork alone. */
  async #fork(): Promise<Problem[]> {
    const { devnet } = this.#net;
    const print = await this.#print();
    if (print === undefined) return [];
    const before = await devnet.balances();
    const problems: Problem[] = [];
    const fork = await startNet({ fork: { url: devnet.urls.stacks } } as never);
    try {
      for (const [at, { name, stx }] of (await fork.devnet.balances()).entries()) {
        const origin = before[at]?.stx;
        // An account that has nothing at the origin begins with the usual amount.
        if (origin === undefined || origin.balance === 0n) continue;
        if (stx.balance !== origin.balance || stx.nonce !== origin.nonce) {
          problems.push({ about: 'fork', path: 'an account', ours: text([name, stx]), judge: text([name, origin]) });
        }
      }
      await fork.devnet.faucet.stx('wallet_1', { amount: 5n, timeoutMs: 20_000 });
      const again = await fork.devnet.balance('wallet_1');
      const first = before.find(({ name }) => name === 'wallet_1')?.stx.balance ?? 0n;
      if (first > 0n && again.stx !== first + 5n)
        problems.push({ about: 'fork', path: 'a payment', ours: text(again.stx), judge: text(first + 5n) });
    } finally {
      await fork.close();
    }
    const now = await readPrint(this.#net, this.#made);
    return now === undefined ? problems : [...problems, ...this.#compare('fork', 'changes its origin', now, print)];
  }

  /** A copy over HTTP has the same state, and what happens there changes the copy alone. */
  async #copy({ door, ports, amount }: Extract<Step, { do: 'copy' }>): Promise<Problem[]> {
    const { capabilities } = await this.#net.devnet.status();
    const print = await this.#print();
    const way = Math.max(1, door);
    const opened = await this.#ask(way, 'openClone', { ports });
    if (!capabilities.includes('clone')) return this.#judge('openClone', opened, ['UNSUPPORTED']);
    if (!opened.ok) return this.#judge('openClone', opened, (await this.#isStopped()) ? 'any' : 'ok');
    const { id, urls } = opened.value as { id: string; urls: { gateway: string } };
    const problems: Problem[] = [];
    const copy = await connectDevnet(urls.gateway);
    try {
      const modes = await copy.miningModes();
      const before = (await copy.balance('wallet_2')).stx;
      if (print !== undefined) {
        const own = (await this.#net.devnet.balance('wallet_2')).stx;
        if (own !== before) problems.push({ about: 'openClone', path: 'a balance of the copy', ours: text(before), judge: text(own) });
      }
      if (modes.stacks === 'auto') {
        const paid = 1_000n + BigInt(amount);
        await copy.faucet.stx('wallet_2', { amount: paid, timeoutMs: 20_000 });
        const now = (await copy.balance('wallet_2')).stx;
        if (print !== undefined && now !== before + paid) {
          problems.push({ about: 'faucet.stx', path: 'a payment of a copy', ours: text(now), judge: text(before + paid) });
        }
      }
      const list = await this.#ask(way, 'listClones');
      if (!list.ok || !JSON.stringify(text(list.value)).includes(`"${id}"`)) {
        problems.push({ about: 'listClones', path: 'a copy is not listed', ours: text(list), judge: id });
      }
    } finally {
      await copy.close();
      problems.push(...this.#judge('closeClone', await this.#ask(way, 'closeClone', { id }), 'ok'));
    }
    const now = print === undefined ? undefined : await readPrint(this.#net, this.#made);
    if (now !== undefined) problems.push(...this.#compare('openClone', 'changes its origin', now, print as Print));
    return [...problems, ...this.#judge('closeClone', await this.#ask(way, 'closeClone', { id }), ['NOT_FOUND'])];
  }

  async #set({ door, what, who, amount }: Extract<Step, { do: 'set' }>): Promise<Problem[]> {
    const { devnet } = this.#net;
    const { capabilities } = await devnet.status();
    if (await this.#isStopped()) return [];
    const principal = who === 7 ? this.#table.bank : addressOf(this.#net, this.#account(who));
    const { bank } = this.#table;
    const kind = SETS[what % SETS.length] as (typeof SETS)[number];
    const nonces = await devnet.balances();
    const nonce = nonces.find((one) => addressOf(this.#net, one.name) === principal)?.stx.nonce ?? 0;
    const [name, fields]: [string, Fields] = {
      stx: ['state.setStxBalance', { principal, amount: BigInt(amount) * 10_000n }] as [string, Fields],
      ft: ['state.setFtBalance', { asset: `${bank}::coin`, principal, amount: BigInt(amount) }] as [string, Fields],
      nft: ['state.setNftOwner', { asset: `${bank}::badge`, id: BigInt(amount % 3), owner: amount % 5 === 0 ? undefined : principal }] as [
        string,
        Fields,
      ],
      var: ['state.setDataVar', { contract: bank, name: 'paused', value: amount % 2 === 0 }] as [string, Fields],
      map: ['state.setMapEntry', { contract: bank, map: 'prices', key: 1n, value: BigInt(amount) }] as [string, Fields],
      unmap: ['state.deleteMapEntry', { contract: bank, map: 'prices', key: 1n }] as [string, Fields],
      nonce: [
        'state.setNonce',
        { principal: who === 7 ? addressOf(this.#net, 'wallet_8') : principal, nonce: BigInt(nonce + (amount % 5)) },
      ] as [string, Fields],
      time: ['state.setNextBlockTime', { time: 4_000_000_000 + amount }] as [string, Fields],
    }[kind];
    const isCalm = (await this.#kinds()).every((one) => one === 'rpcFaults');
    const outcome = await this.#ask(door, name, fields);
    const problems = this.#judge(name, outcome, capabilities.includes('state') ? (isCalm ? 'ok' : 'any') : ['UNSUPPORTED']);
    if (!outcome.ok) return problems;
    const is = (ours: unknown, judge: unknown) => {
      if (ours !== judge) problems.push({ about: name, path: 'what was set', ours: text(ours), judge: text(judge) });
    };
    if (kind === 'stx') is((await devnet.balance(principal)).stx, fields['amount']);
    if (kind === 'ft') is((await devnet.balance(principal)).tokens[`${bank}::coin`] ?? 0n, fields['amount']);
    if (kind === 'var') is(await devnet.contract(bank).variable('paused'), fields['value']);
    if (kind === 'map') is(await devnet.contract(bank).map('prices', 1n), fields['value']);
    if (kind === 'unmap') is(await devnet.contract(bank).map('prices', 1n), null);
    return problems;
  }

  async #chaos({ door, kind, n, count }: Extract<Step, { do: 'chaos' }>): Promise<Problem[]> {
    const what = CHAOS[kind % CHAOS.length] as (typeof CHAOS)[number];
    const fields: Fields = {
      drop: { sender: addressOf(this.#net, this.#account(n)), count },
      delay: { blocks: count, sender: addressOf(this.#net, this.#account(n)) },
      emptyTenures: { tenures: count },
      noCommits: { blocks: count },
      silentSigner: { signer: 1 },
      stoppedNode: { node: n % 2 === 0 ? 'stacks' : 'bitcoin', forMs: 200 * count },
      rpcFaults: { path: ['/v2/fees', '/extended/v1/info', '/v2/pox'][n % 3], errorRate: 0.5, latencyMs: 5, seed: n },
    }[what];
    const isStopped = await this.#isStopped();
    const name = `chaos.${what}`;
    // A signer is silent once, and a node stops once.
    const isTwice = (await this.#kinds()).includes(what);
    const outcome = await this.#ask(door, name, fields);
    const problems = this.#judge(name, outcome, isStopped || isTwice || this.#net.engine === 'native' ? 'any' : 'ok');
    if (!outcome.ok || what === 'stoppedNode') return problems;
    const { id } = outcome.value as { id: string };
    const active = await this.#net.devnet.chaos.active();
    if (!active.some((one) => one.id === id) && what !== 'emptyTenures' && what !== 'noCommits') {
      problems.push({ about: name, path: 'a fault is not listed', ours: text(active), judge: id });
    }
    return problems;
  }

  async #calm({ door, n, all }: Extract<Step, { do: 'calm' }>): Promise<Problem[]> {
    if (all) {
      const outcome = await this.#ask(door, 'chaos.clear');
      const active = await this.#net.devnet.chaos.active();
      const problems = this.#judge('chaos.clear', outcome, 'ok');
      if (active.length > 0) problems.push({ about: 'chaos.clear', path: 'faults go on', ours: text(active), judge: [] });
      return problems;
    }
    const fault = pick(await this.#net.devnet.chaos.active(), n);
    const outcome = await this.#ask(door, 'chaos.stop', { id: fault?.id ?? 'f999' });
    return this.#judge('chaos.stop', outcome, fault === undefined ? ['NOT_FOUND'] : 'any');
  }

  async #reorg({ door, blocks: most }: Extract<Step, { do: 'reorg' }>): Promise<Problem[]> {
    const { devnet } = this.#net;
    const before = await devnet.status();
    const blocks = Math.min(most, before.bitcoin.height - this.#start.bitcoinHeight);
    if (!(blocks > 0)) return [];
    const kinds = await this.#kinds();
    const outcome = await this.#ask(door, 'chaos.reorg', { blocks });
    const problems = this.#judge('chaos.reorg', outcome, kinds.every((kind) => kind === 'rpcFaults') ? 'ok' : 'any');
    if (!outcome.ok || this.#isBeside) return problems;
    const { forkHeight, abandoned, hashes } = outcome.value as { forkHeight: number; abandoned: string[]; hashes: string[] };
    if (abandoned.length !== blocks && before.bitcoin.mode === 'manual') {
      problems.push({ about: 'chaos.reorg', path: 'how many blocks are abandoned', ours: abandoned.length, judge: blocks });
    }
    if (hashes.length <= abandoned.length) {
      problems.push({ about: 'chaos.reorg', path: 'the new branch is not longer', ours: hashes.length, judge: abandoned.length + 1 });
    }
    const { bitcoin } = await devnet.status();
    if (bitcoin.height < forkHeight + hashes.length) {
      problems.push({ about: 'chaos.reorg', path: 'the height', ours: bitcoin.height, judge: forkHeight + hashes.length });
    }
    return problems;
  }

  async #read({ door, what, n }: Extract<Step, { do: 'read' }>): Promise<Problem[]> {
    const name = READS[what % READS.length] as (typeof READS)[number];
    const { devnet } = this.#net;
    const isStopped = await this.#isStopped();
    const txid = pick(this.#made.txids, n);
    const sender = addressOf(this.#net, 'wallet_1');
    const { bank } = this.#table;
    const wait = { timeoutMs: UNSURE_MS };
    const signal = AbortSignal.timeout(50);
    const deposit = isStopped ? undefined : pick(await devnet.sbtc.deposits(), n);
    const needed: Readonly<Record<string, [fields: Fields, must: Must] | undefined>> = {
      balance: [{ address: this.#account(n) }, 'ok'],
      'sbtc.balance': [{ principal: sender }, 'ok'],
      'simulations.one': [{ request: { sender, contract: bank, function: 'held' } }, this.#net.engine === 'embedded' ? 'ok' : 'any'],
      'simulations.steps': [
        {
          request: {
            steps: [
              { type: 'transfer', sender, recipient: bank, amount: '5' },
              { type: 'mine', stacks: 1 },
            ],
          },
        },
        this.#net.engine === 'embedded' ? 'ok' : 'any',
      ],
      log: [{ name: 'bitcoind', tail: 3 }, this.#net.engine === 'embedded' ? ['NOT_FOUND'] : 'any'],
      project: [{}, ['NOT_FOUND']],
      writeCoverage: [{}, ['UNSUPPORTED']],
      replay: [{ txid: txid ?? '00'.repeat(32) }, ['UNSUPPORTED', 'NOT_FOUND']],
      wait: [{ txid: txid ?? '00'.repeat(32), ...wait }, 'any'],
      'bitcoin.waitForTx': [{ txid: '11'.repeat(32), ...wait }, ['TIMEOUT']],
      'stacks.waitForTx': [{ txid: txid ?? '00'.repeat(32), ...wait }, 'any'],
      'stacks.waitForAnchor': [{ txid: txid ?? '00'.repeat(32), confirmations: n, ...wait }, 'any'],
      'stacks.trace': txid === undefined ? [{ txid: '00'.repeat(32) }, ['NOT_FOUND', 'UNSUPPORTED']] : [{ txid }, 'any'],
      'stacks.profile': txid === undefined ? [{ txid: '00'.repeat(32) }, ['NOT_FOUND', 'UNSUPPORTED']] : [{ txid }, 'any'],
      'bridge.waitForDeposit': [
        deposit === undefined
          ? { txid: '00'.repeat(32), vout: 0, ...wait }
          : { txid: deposit.txid, vout: deposit.vout, status: deposit.status, ...wait },
        'any',
      ],
      'bridge.waitForWithdrawal': [{ id: BigInt(1 + n), ...wait }, 'any'],
    };
    if (name === 'events') {
      const response = await fetch(`${devnet.urls.gateway}/devnet/v1/events?after=0`, { signal }).catch(() => undefined);
      await response?.text().catch(() => undefined);
      this.#table.reach.count('events', response?.ok === false);
      return [];
    }
    const [fields, must] = needed[name] ?? [{}, 'ok'];
    // A row that code does not have is asked over HTTP.
    const way = ['listClones', 'logs', 'log', 'nodes', 'project', 'wait'].includes(name) ? Math.max(1, door) : door;
    const outcome = await this.#ask(way, name, fields);
    const problems = this.#judge(name, outcome, isStopped ? 'any' : must);
    if (!outcome.ok || isStopped) return problems;
    if (name === 'stacks.waitForTx') {
      const { block } = outcome.value as { block: { hash: string } };
      const receipt = devnet.receipt(txid as string);
      if (receipt !== undefined && receipt.block.hash !== block.hash && !this.#isBeside) {
        problems.push({ about: name, path: 'the block', ours: block.hash, judge: receipt.block.hash });
      }
    }
    if (name === 'snapshots') {
      const ids = (outcome.value as { snapshots?: { id: string }[] }).snapshots ?? (outcome.value as { id: string }[]);
      const ours = JSON.stringify(
        [...ids]
          .map(({ id }) => id)
          .filter((id) => this.#snapshots.some((one) => one.id === id))
          .toSorted(),
      );
      const judge = JSON.stringify(this.#snapshots.map(({ id }) => id).toSorted());
      if (ours !== judge) problems.push({ about: name, path: 'the ids', ours, judge });
    }
    return problems;
  }

  async #impersonate({ door, to, amount: given }: Extract<Step, { do: 'impersonate' }>): Promise<Problem[]> {
    const { devnet } = this.#net;
    const { capabilities } = await devnet.status();
    if (await this.#isStopped()) return [];
    const owner = addressOf(this.#net, this.#account(to + 1));
    const on = await this.#ask(door, 'impersonate', { principal: owner });
    if (!capabilities.includes('impersonate')) return this.#judge('impersonate', on, ['UNSUPPORTED']);
    const problems = this.#judge('impersonate', on, 'ok');
    const isSure = await this.#isSure('stacks');
    const amount = this.#money.amount(given);
    const { stx } = await devnet.balance(owner);
    if (isSure && stx > amount + 10_000n) {
      const payment: Payment = {
        coin: 'stx',
        about: 'stacks.transfer',
        to: addressOf(this.#net, this.#account(to)),
        amount,
        accepted: true,
      };
      this.#money.payments.push(payment);
      const outcome = await this.#code(() => devnet.stacks.transfer({ to: payment.to, amount, as: owner, timeoutMs: 20_000 }));
      problems.push(...this.#judge('stacks.transfer', outcome, 'ok'));
    }
    const off = await this.#ask(door, 'stopImpersonating', { principal: owner });
    problems.push(...this.#judge('stopImpersonating', off, 'ok'));
    const left = (await devnet.status()).impersonated ?? [];
    if (left.length > 0) problems.push({ about: 'stopImpersonating', path: 'who is left', ours: left, judge: [] });
    return problems;
  }

  /** Steps at the same time: each ends with its answer or with a code, and afterwards the books are right. */
  async #beside({ steps, lag }: Extract<Step, { do: 'beside' }>): Promise<Problem[]> {
    this.#isBeside = true;
    const undone = this.#undone.length;
    const known = new Set<Saved>([...this.#snapshots, ...this.#states]);
    let problems: Problem[];
    try {
      const all = (steps ?? []).map(async (step, at) => {
        for (let turn = 0; turn < at * (lag ?? 0); turn++) await Promise.resolve();
        return this.#run(step);
      });
      problems = (await Promise.all(all)).flat();
    } finally {
      this.#isBeside = false;
    }
    const changes = (steps ?? []).some((step) => ['restore', 'load', 'reorg'].includes(step.do));
    // What was sent beside a restore may be of the time before it.
    if (changes) this.#alive = new Set();
    // So may what was saved beside it.
    if (changes) for (const saved of [...this.#snapshots, ...this.#states]) if (!known.has(saved)) saved.alive = new Set();
    for (const payment of this.#undone.slice(undone)) {
      if (await this.#isStopped()) break;
      const times = await this.#money.count(this.#net, this.#start, payment);
      if (times > 0 && !(steps ?? []).some((step) => step.do === 'reorg')) {
        problems.push({ about: payment.about, path: 'paid after ROLLED_BACK', ours: times, judge: 0 });
      }
    }
    return problems;
  }

  /** Lets everything happen that is still to come: what was accepted and never undone is paid, once. */
  async #end(): Promise<Problem[]> {
    const { devnet, engine } = this.#net;
    const problems: Problem[] = [];
    await devnet.chaos.clear();
    await delay(0);
    if (engine === 'embedded') await devnet.setMining({ bitcoin: 'auto', stacks: 'auto' });
    await devnet.sbtc.configure({ mode: 'auto' });
    await devnet.bitcoin.mine(2);
    if (engine === 'embedded') await devnet.stacks.mine(1);
    const missing = async () => {
      const counts = await Promise.all(
        [...this.#alive].map(async (payment) => [payment, await this.#money.count(this.#net, this.#start, payment)] as const),
      );
      return counts.filter(([, count]) => count === 0).map(([payment]) => payment);
    };
    let left = await missing();
    for (let attempt = 0; left.length > 0 && attempt < 20; attempt++) {
      await delay(engine === 'embedded' ? 100 : 2_000);
      if (attempt % 5 === 4) await devnet.bitcoin.mine(1);
      left = await missing();
    }
    for (const payment of left) problems.push({ about: payment.about, path: 'an accepted payment is lost', ours: 0, judge: text(payment) });
    return [...problems, ...(await this.#check())];
  }

  /** Nothing answers any more at the ports of a network that is closed. */
  async #leftovers(): Promise<Problem[]> {
    const { urls } = this.#net.devnet;
    if (!this.#table.owns && this.#net === this.#table.net) return [];
    const problems: Problem[] = [];
    for (const [name, url] of Object.entries(urls)) {
      if (url === undefined || !url.startsWith('http')) continue;
      const answers = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
        () => true,
        () => false,
      );
      if (answers) problems.push({ about: 'close', path: `a port is open: ${name}`, ours: url, judge: 'closed' });
    }
    return problems;
  }
}

/** How a table of what was reached calls a step. */
function nameOf(step: Step): string {
  if (step.do === 'become') return `become ${HOWS[step.how % HOWS.length]}`;
  if (step.do === 'send') return `send ${SENDS[step.kind % SENDS.length]}`;
  return step.do === 'chaos' ? aboutOf(step) : step.do;
}

function aboutOf(step: Step): string {
  if (step.do === 'pay') return `faucet.${step.coin}`;
  if (step.do === 'read') return READS[step.what % READS.length] as string;
  if (step.do === 'chaos') return `chaos.${CHAOS[step.kind % CHAOS.length]}`;
  if (step.do === 'refused') return (rows[step.row % rows.length] as (typeof rows)[number])[0];
  return step.do;
}

/** The `n`-th last, or undefined. */
function pick<T>(list: readonly T[], n: number): T | undefined {
  return list.length === 0 ? undefined : list[list.length - 1 - ((n ?? 0) % list.length)];
}
