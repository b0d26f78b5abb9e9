import { makeContractDeploy } from '@stacks/transactions';
import { Dice } from '../../clarity/generate/dice.js';
import type { Reach } from '../reach.js';
import type { Difference, Pair } from '../types.js';
import { type Answer, differenceOf, type Found, first, type Mode, masked } from './compare.js';
import { type ContractShape, ContractsOfPlay, fetchShape } from './contracts.js';
import { GROUPS, groupAddresses, LIBRARIAN } from './keys.js';
import { type Again, NATIVE_NAMES } from './names.js';
import { library } from './program.js';
import { type Context, type Own, READS } from './reads.js';
import type { Epoch, Side } from './sides.js';
import type { Sent, Step } from './steps.js';
import { FEE, type Signed, signed } from './transaction.js';
import { wordsOf } from './tree.js';

/** Contracts of the boot address whose answers no height decides. */
const BOOT = ['costs', 'costs-2', 'costs-3', 'cost-voting'].map((name) => `ST000000000000000000002AMW42H.${name}`);
/** The costs of a tenure have a limit: a new one begins after so many plays with blocks. */
const PLAYS_OF_TENURE = 12;
const HEADERS = { authorization: '12345', 'content-type': 'application/json' };

/** The newest Clarity of each epoch. */
const NEWEST: Record<Epoch, number> = { '3.0': 3, '3.1': 3, '3.2': 3, '3.3': 4, '3.4': 5, '4.0': 6 };

type Start = () => Promise<[ours: Side, judge: Side]>;

/** Opens both sides, with the library on each. */
export async function openPair(start: Start, epoch: Epoch, reach: Reach): Promise<Pair<Step>> {
  let sides = await started(start, epoch);
  let group = 0;
  let plays = 0;
  return {
    play: async function* (steps) {
      const mines = steps.some((step) => step.do === 'send');
      if (mines && ++group >= GROUPS) {
        await close(sides);
        sides = await started(start, epoch);
        group = 1;
      }
      if (mines && ++plays % PLAYS_OF_TENURE === 0) await Promise.all(sides.pair.map((side) => side.mineBitcoin()));
      for (const side of sides.pair) await side.untwist?.();
      yield* new Play(sides, mines ? group : 0, reach).run(steps);
    },
    [Symbol.asyncDispose]: () => close(sides),
  };
}

type Sides = {
  pair: [ours: Side, judge: Side];
  contracts: readonly ContractShape[];
  /** Not all builds of stacks-node 4.0.2 simulate single transactions. Those that do not get a block with one. */
  triesTransactions: boolean;
  /** The newest version of Clarity. */
  newest: number;
};

const NO_ROUTE = 'No such file or directory';

async function started(start: Start, epoch: Epoch): Promise<Sides> {
  const pair = await start();
  try {
    const ids: string[] = [];
    const newest = NEWEST[epoch];
    for (const [nonce, { id, source, version }] of library()
      .filter((contract) => contract.version <= newest)
      .entries()) {
      const transaction = await makeContractDeploy({
        contractName: id.split('.')[1] as string,
        codeBody: source,
        senderKey: LIBRARIAN.key,
        nonce: BigInt(nonce),
        fee: 200_000n,
        network: 'testnet',
        clarityVersion: version,
        postConditionMode: 'allow',
      });
      for (const side of pair)
        await side.ask({
          method: 'POST',
          path: '/v2/transactions',
          headers: HEADERS,
          body: JSON.stringify({ tx: transaction.serialize() }),
        });
      ids.push(id);
    }
    for (const side of pair) {
      if (!(await side.reaches(LIBRARIAN.address, BigInt(ids.length)))) throw new Error(`${side.url} did not mine the library`);
      // Simulations stand in the place of the last block: the library is in an earlier one.
      await side.mineBitcoin();
    }
    const found = await Promise.all([...ids, ...BOOT].map((id) => fetchShape(pair[0].url, id)));
    return { pair, contracts: found.filter((shape) => shape !== undefined), triesTransactions: true, newest };
  } catch (error) {
    await close({ pair });
    throw error;
  }
}

async function close({ pair }: Pick<Sides, 'pair'>): Promise<void> {
  await Promise.allSettled(pair.map((side) => side[Symbol.asyncDispose]()));
}

class Play {
  readonly #sides: Sides;
  readonly #group: number;
  readonly #reach: Reach;
  readonly #contracts: ContractsOfPlay;
  readonly #nonces = new Map<string, bigint>();
  readonly #txids: string[] = [];
  #payload: string | undefined;
  #sent = 0;

  constructor(sides: Sides, group: number, reach: Reach) {
    this.#sides = sides;
    this.#group = group;
    this.#reach = reach;
    this.#contracts = new ContractsOfPlay(sides.contracts);
  }

  async *run(steps: readonly Step[]): AsyncGenerator<Difference> {
    for (const [index, step] of steps.entries()) {
      for await (const { about, ...found } of this.#step(step)) yield { step: index, about, ...found };
    }
  }

  async *#step(step: Step): AsyncGenerator<Found & { about: string }> {
    switch (step.do) {
      case 'simulate':
        return yield* this.#simulate(step.sent ?? []);
      case 'try':
        return yield* this.#try(step.sent);
      case 'send':
        return yield* this.#send(step.sent, step.again);
      case 'read':
        return yield* this.#read(step.route, step.seed);
      case 'mine':
        await Promise.all(this.#sides.pair.map((side) => side.mineBitcoin()));
        return;
      case 'twist':
        for (const side of this.#sides.pair) await side.twist?.(step.how);
    }
  }

  async *#simulate(given: readonly Sent[]): AsyncGenerator<Found & { about: string }> {
    // One with a version that is not yet there would refuse the whole block.
    const sent = given.map((each) => atMost(each, this.#sides.newest));
    const next = new Map(this.#nonces);
    const made: Signed[] = [];
    const kept: Sent[] = [];
    for (const [at, each] of sent.entries()) {
      const one = this.#sign(each, `s${at}`, next);
      if (one === undefined) continue;
      made.push(one);
      kept.push(each);
      for (const address of [one.origin, ...(one.sponsor === undefined ? [] : [one.sponsor])])
        next.set(address, (next.get(address) ?? 0n) + 1n);
    }
    if (made.length === 0) return;
    const body = JSON.stringify({ mint: [], transactions_hex: made.map(({ hex }) => hex) });
    const answers = await this.#both(async (side) => {
      const path = `/v3/blocks/simulate/${await side.tip()}`;
      return side.ask({ method: 'POST', path, headers: HEADERS, body });
    });
    const [, judge] = answers;
    this.#reach.count('POST /v3/blocks/simulate', judge.status !== 200);
    const receipts = receiptsOf(judge);
    for (const [at, one] of made.entries()) this.#count(one, kept[at] as Sent, receipts[at]);
    const mine = receiptsOf(answers[0]);
    for (const at of made.keys()) {
      const found = receipts[at] === undefined || mine[at] === undefined ? undefined : differenceOf(whole(mine[at]), whole(receipts[at]));
      if (found !== undefined) return yield { about: `simulated ${aboutOf(kept[at] as Sent)}`, ...found };
    }
    yield* about('simulated block', differenceOf(...answers));
  }

  async *#try(sent: Sent): AsyncGenerator<Found & { about: string }> {
    const one = sent === undefined ? undefined : this.#sign(sent, 's0', this.#nonces);
    if (one === undefined) return;
    if (!this.#sides.triesTransactions) return yield* this.#simulate([sent]);
    const body = JSON.stringify({ transaction_hex: one.hex });
    const answers = await this.#both((side) => side.ask({ method: 'POST', path: '/v3/transactions/simulate', headers: HEADERS, body }));
    if (answers[1].status === 404 && answers[1].body === NO_ROUTE) {
      this.#sides.triesTransactions = false;
      return yield* this.#simulate([sent]);
    }
    this.#reach.count('POST /v3/transactions/simulate', answers[1].status !== 200);
    this.#count(one, sent, answers[1].status === 200 ? (answers[1].body as Receipt) : undefined);
    yield* about(`tried ${aboutOf(sent)}`, differenceOf(...answers));
  }

  async *#send(sent: Sent, again: Again | undefined): AsyncGenerator<Found & { about: string }> {
    const name = `c${this.#sent++}`;
    const one = sent === undefined ? undefined : this.#sign(sent, name, this.#nonces);
    if (one === undefined) return;
    yield* this.#post(one, sent);
    if (again === undefined) return;
    const second = this.#second(one, sent, name, again);
    if (second === undefined) return;
    this.#reach.count(`again ${again}`, false);
    yield* this.#post(...second);
  }

  /** What is sent after a transaction. */
  #second(one: Signed, sent: Sent, name: string, again: Again): [Signed, Sent] | undefined {
    if (again === 'same') return [one, sent];
    if (again === 'name' && one.deploys === undefined) return undefined;
    const fee = sent.fee ?? FEE;
    const next: Sent = again === 'name' ? sent : { ...sent, fee: again === 'dearer' ? fee * 2 : Math.floor(fee / 2) };
    const before = new Map(this.#nonces);
    if (again !== 'name') {
      before.set(one.origin, one.nonce);
      if (one.sponsor !== undefined) before.set(one.sponsor, one.sponsorNonce ?? 0n);
      delete next.nonce;
    }
    const second = this.#sign(next, name, before);
    return second && [second, next];
  }

  async *#post(one: Signed, sent: Sent): AsyncGenerator<Found & { about: string }> {
    const body = JSON.stringify({ tx: one.hex });
    const answers = await this.#both((side) => side.ask({ method: 'POST', path: '/v2/transactions', headers: HEADERS, body }));
    const [, judge] = answers;
    this.#reach.count('POST /v2/transactions', judge.status !== 200);
    const { reason } = (judge.body ?? {}) as { reason?: string };
    if (reason !== undefined) this.#reach.count(`reason ${reason}`, true);
    const refused = differenceOf(...answers);
    if (refused !== undefined) return yield { about: `sent ${aboutOf(sent)}`, ...refused };
    if (judge.status !== 200) return this.#count(one, sent, undefined);
    const ownPay = one.sponsor === one.origin ? 1n : 0n;
    const isNext = one.nonce === this.#nonceOf(one.origin);
    if (!isNext || (one.sponsor !== undefined && one.sponsorNonce !== this.#nonceOf(one.sponsor) + ownPay)) return;
    const txid = String(judge.body);
    // Our node mines at once. What it leaves in its mempool the judge will hardly mine.
    const mine = await this.#sides.pair[0].reaches(one.origin, one.nonce + 1n, 5_000);
    const theirs = await this.#sides.pair[1].reaches(one.origin, one.nonce + 1n, mine ? undefined : 5_000);
    if (mine !== theirs) return yield { about: `mined ${aboutOf(sent)}`, path: 'is in a block', ours: mine, judge: theirs };
    if (!theirs) return;
    for (const address of [one.origin, ...(one.sponsor === undefined ? [] : [one.sponsor])])
      this.#nonces.set(address, this.#nonceOf(address) + 1n);
    this.#txids.push(txid);
    const [ours, received] = await this.#both((side) => side.receiptOf(txid));
    const receipt = received as Receipt | undefined;
    this.#count(one, sent, receipt);
    const found = first(masked(withoutChain(ours)), masked(withoutChain(received)), 'receipt');
    if (found !== undefined) return yield { about: `mined ${aboutOf(sent)}`, ...found };
    if (one.deploys !== undefined) {
      const shape = await fetchShape(this.#sides.pair[0].url, one.deploys);
      if (shape !== undefined) this.#contracts.add(shape);
    }
    const paths = {
      'GET /v3/transaction': () => `/v3/transaction/${txid}`,
      'GET /v3/blocks/replay': (own: Own) => `/v3/blocks/replay/${own.blockOf(txid)}`,
    };
    for (const [name, path] of Object.entries(paths)) {
      const found = await this.#both((side) => side.ask((own) => ({ method: 'GET', path: path(own), headers: HEADERS, only: txid })));
      this.#reach.count(name, found[1].status !== 200);
      yield* about(name, differenceOf(...found));
    }
    for (const address of groupAddresses(this.#group)) {
      const accounts = await this.#both((side) => side.ask({ method: 'GET', path: `/v2/accounts/${address}?proof=0` }));
      yield* about('account after a block', differenceOf(...accounts));
    }
  }

  async *#read(route: number, seed: number): AsyncGenerator<Found & { about: string }> {
    const read = READS[(route ?? 0) % READS.length];
    const context: Context = { group: this.#group, contracts: this.#contracts, txids: this.#txids, payload: this.#payload };
    const request = read?.ask(context, new Dice(seed ?? 0));
    if (read === undefined || request === undefined) return;
    let mode: Mode | undefined;
    const answers = await this.#both((side) =>
      side.ask(
        typeof request !== 'function'
          ? request
          : (own) => {
              const asked = request(own);
              mode = asked.compare;
              return asked;
            },
      ),
    );
    if (typeof request !== 'function') mode = request.compare;
    this.#reach.count(read.about, answers[1].status !== 200);
    yield* about(read.about, differenceOf(...answers, mode));
  }

  #sign(sent: Sent, name: string, nonces: ReadonlyMap<string, bigint>): Signed | undefined {
    if (sent?.payload?.kind === undefined) return undefined;
    try {
      const one = signed(sent, { group: this.#group, name, contracts: this.#contracts, nonceOf: (address) => nonces.get(address) ?? 0n });
      this.#payload = one?.payload;
      return one;
    } catch {
      // What a shrinker left over has no form.
      return undefined;
    }
  }

  #nonceOf(address: string): bigint {
    return this.#nonces.get(address) ?? 0n;
  }

  #both<T>(run: (side: Side) => Promise<T>): Promise<[T, T]> {
    return Promise.all(this.#sides.pair.map(run)) as Promise<[T, T]>;
  }

  #count(one: Signed, sent: Sent, receipt: Receipt | undefined): void {
    const failed = receipt === undefined || (receipt.vm_error ?? null) !== null;
    const count = (name: string) => this.#reach.count(name, failed);
    count(`payload ${sent.payload.kind}${sent.payload.kind === 'program' ? ` ${sent.payload.version || 'unversioned'}` : ''}`);
    count(`auth ${sent.auth ?? 'p2pkh'}`);
    if (sent.sponsor !== undefined) count(`sponsor ${sent.sponsor.auth}`);
    count(`mode ${sent.mode ?? 'allow'}`);
    for (const { type, code } of sent.conditions ?? [])
      count(`post-condition ${type} ${code % (type === 'stx' || type === 'ft' || type === 'staking' ? 5 : 3)}`);
    if (one.source !== undefined && receipt !== undefined) {
      const words = wordsOf(one.source);
      for (const name of NATIVE_NAMES) if (words.has(name)) count(`native ${name}`);
    }
  }
}

function atMost(sent: Sent, newest: number): Sent {
  const { payload } = sent;
  if (payload?.kind !== 'program') return sent;
  return { ...sent, payload: { ...payload, version: Math.min(payload.version ?? 0, newest) } };
}

type Receipt = { vm_error?: string | null };

function receiptsOf({ status, body }: Answer): Receipt[] {
  return status === 200 ? ((body as { transactions?: Receipt[] }).transactions ?? []) : [];
}

function whole(body: unknown): Answer {
  return { status: 200, body };
}

/** A receipt of an observer or of a replay, without what is of the block. */
function withoutChain(receipt: unknown): unknown {
  return typeof receipt === 'object' && receipt !== null
    ? Object.fromEntries(Object.entries(receipt).filter(([name]) => !['data', 'execution_stats', 'tx_index'].includes(name)))
    : receipt;
}

function* about(name: string, found: Found | undefined): Generator<Found & { about: string }> {
  if (found !== undefined) yield { about: name, ...found };
}

function aboutOf({ payload }: Sent): string {
  return payload.kind;
}
