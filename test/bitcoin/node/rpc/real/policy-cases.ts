import { parseTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex } from '../../harness.js';
import { COIN, rawTx, txidOf } from '../../transactions.js';
import { type Case, call, named } from './case.js';
import { SCRIPTS, type World } from './world.js';

/** The lowest coinbase that can be spent at height 143 only. */
const FIRST_LATE = 23;

type Plan = Parameters<typeof rawTx>[0];

/** Families of transactions and unusual shapes in the mempool. All are sent, valid and invalid, in this order. */
export function policyCases({ free: [chained, fanned, truc, single], gallery }: World): Case[] {
  return [...chain(chained as string), ...fan(fanned as string), ...trucFamily(truc as string), ...shapes(single as string, gallery.txid)];
}

/** Families beyond the size limits, and burnt coins. */
export function limitCases({ coinbases }: World): Case[] {
  const [mother, father, single] = coinbases.slice(FIRST_LATE) as [string, string, string];
  return [...largeFamily(mother, father), ...burns(single)];
}

/** Of 48,000 virtual bytes; a family may have 101,000. */
const LARGE = Array.from({ length: 1_110 }, () => ({ value: 100_000n }));

function largeFamily(mother: string, father: string): Case[] {
  const [parent, other] = [mother, father].map((txid) =>
    sent(`of 48 kvB that spends ${txid.slice(0, 4)}`, { inputs: [{ txid }], outputs: LARGE }),
  );
  if (parent === undefined || other === undefined) throw new Error('two parents');
  const child = (what: string, inputs: Plan['inputs'], outputs: number) =>
    sent(what, { inputs, outputs: Array.from({ length: outputs }, () => ({ value: 1_000n })) });
  const [first, second] = [{ txid: parent.txid }, { txid: other.txid }];
  const small = child('that makes a family of 97 kvB', [first, second], 20);
  return [
    ...parent.cases,
    ...other.cases,
    ...child('with 101 kvB of ancestors', [first, second], 120).cases,
    ...small.cases,
    ...child('of 1 kvB too much for its grandparents', [{ txid: small.txid }, { ...first, index: 1 }], 99).cases,
    ...child('that is the second child of a large parent', [{ ...first, index: 2 }], 1_200).cases,
    ...child('that is the third and just fits', [{ ...first, index: 3 }], 1_100).cases,
    ...relatives(parent.txid),
    ...relatives(small.txid),
  ];
}

function burns(coinbase: string): Case[] {
  const burning = (value: bigint, script: string) =>
    rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value, scriptPubKey: hex(script) }, { value: COIN }] });
  const amounts: unknown[] = [0, 0.05, '0.05', 0.1, '0.10000000', '0.09999999', -0.1, 21_000_001, '1e-1', 'all', {}, null, true];
  const large = `${'51'.repeat(10_001)}`;
  return [
    ...amounts.flatMap((most) =>
      named('sendrawtransaction', { [`that burns 0.1 of at most ${JSON.stringify(most)}`]: [burning(COIN / 10n, '6a'), 0, most] }),
    ),
    ...amounts
      .slice(0, 6)
      .flatMap((most) =>
        named('sendrawtransaction', { [`that burns 0.1 in a script too large of at most ${most}`]: [burning(COIN / 10n, large), 0, most] }),
      ),
    ...named('sendrawtransaction', { 'that burns as much as it may': [burning(COIN / 10n, '6a'), 0, 0.1] }),
    ...named('submitpackage', {
      'that burns too much': [[burning(COIN / 5n, '6a')], 0, 0.1],
      'that may burn': [[burning(COIN / 5n, '6a')], 0, 1],
    }),
  ];
}

function sent(what: string, plan: Plan, limit: number | string = 0): { txid: string; cases: Case[] } {
  const raw = rawTx(plan);
  return {
    txid: txidOf(parseTransaction(hex(raw))),
    cases: [...named('testmempoolaccept', { [what]: [[raw], limit] }), ...named('sendrawtransaction', { [what]: [raw, limit, 1] })],
  };
}

function relatives(txid: string): Case[] {
  return ['getmempoolancestors', 'getmempooldescendants'].flatMap((method) => [call(method, [txid]), call(method, [txid, true])]);
}

/** One more than the 25 that may wait for each other. */
function chain(coinbase: string): Case[] {
  const cases: Case[] = [];
  let txid = coinbase;
  for (let length = 1; length <= 26; length++) {
    const step = sent(`that is number ${length} of a chain`, {
      inputs: [{ txid }],
      outputs: [{ value: 50n * COIN - 1_000n * BigInt(length) }],
    });
    cases.push(...step.cases);
    txid = step.txid;
    if ([1, 13, 25].includes(length)) cases.push(call('getmempoolentry', [txid]));
    if (length === 25) cases.push(...relatives(txid));
  }
  return [...cases, call('getmempoolinfo')];
}

/** A parent of many outputs, with children up to the limit, and one that joins two of them. */
function fan(coinbase: string): Case[] {
  const outputs = Array.from({ length: 27 }, () => ({ value: COIN }));
  const parent = sent('that has many outputs', { inputs: [{ txid: coinbase }], outputs });
  const children = outputs.map((_, index) =>
    sent(`that spends output ${index}`, { inputs: [{ txid: parent.txid, index }], outputs: [{ value: COIN - 1_000n }] }),
  );
  const joined = sent('that joins two children', {
    inputs: children.slice(0, 2).map(({ txid }) => ({ txid })),
    outputs: [{ value: COIN }],
  });
  return [
    ...parent.cases,
    ...children.slice(0, 3).flatMap(({ cases }) => cases),
    ...joined.cases,
    ...children.slice(3).flatMap(({ cases }) => cases),
    ...relatives(parent.txid),
    ...relatives(children[0]?.txid ?? ''),
  ];
}

/** Version 3: one parent, one child, small. */
function trucFamily(coinbase: string): Case[] {
  const parent = sent('that is a TRUC parent', {
    inputs: [{ txid: coinbase }],
    outputs: [{ value: COIN }, { value: 2n * COIN }],
    version: 3,
  });
  const child = sent('that is its child', { inputs: [{ txid: parent.txid }], outputs: [{ value: COIN - 1_000n }], version: 3 });
  const spend = (what: string, plan: Plan) => sent(what, plan).cases;
  return [
    ...parent.cases,
    ...spend('that is a child of another version', { inputs: [{ txid: parent.txid }], outputs: [{ value: COIN - 1_000n }] }),
    ...spend('that is too large a TRUC child', {
      inputs: [{ txid: parent.txid }],
      outputs: Array.from({ length: 30 }, () => ({ value: 1_000n })),
      version: 3,
    }),
    ...child.cases,
    ...spend('that is a grandchild', { inputs: [{ txid: child.txid }], outputs: [{ value: COIN - 2_000n }], version: 3 }),
    ...spend('that is another child and pays little', {
      inputs: [{ txid: parent.txid, index: 1 }],
      outputs: [{ value: 2n * COIN - 500n }],
      version: 3,
    }),
    ...spend('that is another child and pays more', {
      inputs: [{ txid: parent.txid, index: 1 }],
      outputs: [{ value: 2n * COIN - 9_000n }],
      version: 3,
    }),
    call('getmempoolentry', [parent.txid]),
  ];
}

function shapes(coinbase: string, gallery: string): Case[] {
  const spend = (what: string, plan: Omit<Plan, 'inputs'>) => sent(what, { inputs: [{ txid: coinbase }], ...plan }).cases;
  const index = (kind: string) => Object.keys(SCRIPTS).indexOf(kind);
  return [
    ...Object.entries(SCRIPTS).flatMap(([kind, script]) =>
      named('testmempoolaccept', {
        [`that pays to ${kind}`]: [[rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: COIN, scriptPubKey: hex(script) }] })], 0],
      }),
    ),
    ...spend('that pays dust twice', { outputs: [{ value: 1n }, { value: 1n }] }),
    ...spend('that pays dust and no fee', { outputs: [{ value: 1n }, { value: 50n * COIN - 1n }] }),
    ...spend('of 101 kB of virtual size', { outputs: Array.from({ length: 2_350 }, () => ({ value: 1_000n })) }),
    ...spend('of 83 bytes of data', { outputs: [{ value: 0n, scriptPubKey: hex(`6a4c50${'00'.repeat(80)}`) }] }),
    ...sent('of a large scriptSig', { inputs: [{ txid: gallery, scriptSig: new Uint8Array(1_651) }], outputs: [{ value: 1_000n }] }).cases,
    ...sent('of an anchor', { inputs: [{ txid: gallery, index: index('anchor'), witness: [] }], outputs: [{ value: 90_000n }] }).cases,
    ...sent('of bare numbers', { inputs: [{ txid: gallery, index: index('numbers'), witness: [] }], outputs: [{ value: 90_000n }] }).cases,
    ...sent('of an input that nothing can spend', {
      inputs: [{ txid: gallery, index: index('nulldata'), witness: [] }],
      outputs: [{ value: 90_000n }],
    }).cases,
    call('getrawmempool', [true]),
    call('getrawmempool'),
    call('getmempoolinfo'),
  ];
}
