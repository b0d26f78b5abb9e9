import { parseTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex } from '../../harness.js';
import { COIN, rawTx, txidOf } from '../../transactions.js';
import { type Case, call, calls, named } from './case.js';
import { ANY, UNKNOWN } from './chain-cases.js';
import type { World } from './world.js';

type Plan = Parameters<typeof rawTx>[0];
type Member = { raw: string; txid: string };

const ANCHOR = { value: 0n, scriptPubKey: hex('51024e73') };

function make(plan: Plan): Member {
  const raw = rawTx(plan);
  return { raw, txid: txidOf(parseTransaction(hex(raw))) };
}

/** A parent that spends a coinbase and pays `fee`, and its child. */
function family(coinbase: string, { fee = 0n, childFee = 10_000n, version = 3, outputs = 1 } = {}): { parent: Member; child: Member } {
  const each = (50n * COIN - fee) / BigInt(outputs);
  const parent = make({ inputs: [{ txid: coinbase }], outputs: Array.from({ length: outputs }, () => ({ value: each })), version });
  return { parent, child: make({ inputs: [{ txid: parent.txid }], outputs: [{ value: each - childFee }], version }) };
}

/** Packages, good and bad, in this order. The mempool is as the mempool cases left it. */
export function packageCases({ free, waiting, waitingRaw }: World): Case[] {
  const [a, b, c, d, e, f, g] = free.slice(6) as [string, string, string, string, string, string, string];
  const submit = (what: string, members: (Member | string)[], ...more: unknown[]) =>
    named('submitpackage', { [what]: [members.map((member) => (typeof member === 'string' ? member : member.raw)), ...more] });
  const simple = family(a);
  const poor = family(b, { childFee: 1n });
  const unrestricted = family(b, { version: 2 });
  const spends = (txid: string, value: bigint, more: Partial<Plan> = {}) => make({ inputs: [{ txid }], outputs: [{ value }], ...more });
  const broken = make({ inputs: [{ txid: poor.parent.txid, witness: [] }], outputs: [{ value: 50n * COIN - 5_000n }], version: 3 });
  const truc = family(c, { version: 3 });
  const trucGrandchild = spends(truc.child.txid, 40n * COIN, { version: 3 });
  const wide = family(d, { version: 3, outputs: 2 });
  const sibling = make({ inputs: [{ txid: wide.parent.txid, index: 1 }], outputs: [{ value: 20n * COIN }], version: 3 });
  const large = make({
    inputs: [{ txid: wide.parent.txid }],
    outputs: Array.from({ length: 40 }, () => ({ value: COIN / 10n })),
    version: 3,
  });
  const mixed = spends(wide.parent.txid, 24n * COIN);
  const rival = family(a, { fee: 1n, childFee: 9_000n });
  const winner = family(a, { fee: 2n, childFee: 30_000n });
  const single = family(a, { fee: 40_000n, childFee: 100n });
  const dusty = make({ inputs: [{ txid: e }], outputs: [{ value: 50n * COIN }, ANCHOR], version: 3 });
  const skips = spends(dusty.txid, 50n * COIN - 9_000n, { version: 3 });
  const sweeps = make({
    inputs: [{ txid: dusty.txid }, { txid: dusty.txid, index: 1, witness: [] }],
    outputs: [{ value: 50n * COIN - 9_000n }],
    version: 3,
  });
  const paysDust = make({ inputs: [{ txid: e }], outputs: [{ value: 50n * COIN - 1_000n }, ANCHOR] });
  const [left, right] = [family(f, { version: 2 }).parent, family(g, { fee: 20_000n, version: 2 }).parent];
  const joined = make({ inputs: [{ txid: left.txid }, { txid: right.txid }], outputs: [{ value: 100n * COIN - 60_000n }] });
  const chained = spends(left.txid, 49n * COIN);
  const otherWitness = make({ inputs: [{ txid: a, witness: [hex('51'), hex('51')] }], outputs: [{ value: 50n * COIN }], version: 3 });
  const test = (what: string, members: Member[]) => named('testmempoolaccept', { [what]: [members.map(({ raw }) => raw), 0] });
  return [
    ...calls('submitpackage', [
      [],
      [[]],
      [Array(26).fill('00')],
      [['00']],
      [[waitingRaw[0], 'zz']],
      [[waitingRaw[0]], 1],
      [[waitingRaw[0]], 0, 0, 0],
      ...ANY.map((value) => [value]),
      ...ANY.map((value) => [[value]]),
      ...ANY.map((value) => [[waitingRaw[0]], value]),
      ...ANY.map((value) => [[waitingRaw[0]], 0, value]),
      { package: [waitingRaw[0]] },
    ]),
    ...submit('of what the mempool holds', [waitingRaw[0] as string]),
    ...submit('of what the mempool holds and its child', [waitingRaw[0] as string, waitingRaw[1] as string]),
    ...submit('of one that pays nothing', [simple.parent]),
    ...submit('of an unknown input', [spends(UNKNOWN, COIN)]),
    ...submit('of strangers', [simple.parent, spends(UNKNOWN, COIN)]),
    ...submit('of a child before its parent', [simple.child, simple.parent]),
    ...submit('of one twice', [simple.parent, simple.parent]),
    ...submit('of a grandparent', [truc.parent, truc.child, trucGrandchild]),
    ...submit('that burns', [make({ inputs: [{ txid: a }], outputs: [{ value: COIN, scriptPubKey: hex('6a01ff') }] })], 0),
    ...test('of a parent without fee and its child', [simple.parent, simple.child]),
    ...submit('that pays too much', [simple.parent, simple.child], '0.00001'),
    ...submit('of a parent without fee and its child', [simple.parent, simple.child]),
    ...submit('that was submitted before', [simple.parent, simple.child]),
    ...submit('with another witness', [otherWitness, simple.child]),
    ...submit('of a parent without fee that is not TRUC', [unrestricted.parent, unrestricted.child]),
    ...submit('that pays too little together', [poor.parent, poor.child]),
    ...submit('with an invalid child', [poor.parent, broken]),
    ...submit('that replaces and pays too little', [rival.parent, rival.child]),
    ...submit('that replaces', [winner.parent, winner.child]),
    ...submit('with a parent that replaces alone', [single.parent, single.child]),
    ...test('of a TRUC family', [truc.parent, truc.child]),
    ...test('of three generations of TRUC', [truc.parent, truc.child, trucGrandchild]),
    ...submit('of a TRUC family', [truc.parent, truc.child]),
    ...submit('of a TRUC grandchild', [truc.child, trucGrandchild]),
    ...test('of TRUC siblings', [wide.parent, wide.child, sibling]),
    ...submit('of a TRUC child of another version', [wide.parent, mixed]),
    ...submit('of too large a TRUC child', [wide.parent, large]),
    ...submit('of a TRUC parent of two', [wide.parent, wide.child]),
    ...submit('of its other child', [wide.parent, sibling]),
    ...submit('of dust that pays a fee', [paysDust, spends(paysDust.txid, 49n * COIN)]),
    ...submit('with a child that leaves the dust', [dusty, skips]),
    ...submit('with a child that spends the dust', [dusty, sweeps]),
    ...named('prioritisetransaction', { 'of one with dust': [dusty.txid, 0, 1] }),
    ...submit('of parents of which one pays for itself', [left, right, joined]),
    ...submit('of parents of which one is in the mempool', [right, joined]),
    ...submit('of a child of what is in a package', [left, chained], 0),
    ...waiting.map((txid) => call('getmempoolentry', [txid])),
    call('getrawmempool', [true], 'unordered'),
    call('getmempoolinfo'),
  ];
}
