import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, calls } from './case.js';
import { ANY, BAD_HASHES, UNKNOWN } from './chain-cases.js';
import { PAYMENTS, SCRIPTS, type World } from './world.js';

/** A transaction without inputs that has an output, and one that has nothing. */
export const MINIMAL = '01000000000100000000000000000000000000';
export const NO_INPUTS = '02000000000000000000';

const KEY = '210250929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const OTHER_KEY = '2102c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
/** Witness scripts that are miniscript, and some that are not sane. */
const MINISCRIPTS = [
  `${KEY}ad5ab2`,
  `${KEY}ad0105b2`,
  `${KEY}ac7c${OTHER_KEY}ac9b`,
  `${KEY}ac7c${KEY}ac9b`,
  `82012088a820${'11'.repeat(32)}88${KEY}ac`,
  `${KEY}ac7364${OTHER_KEY}ad5ab268`,
  `76a914751e76e8199196d454941c45d1b3a323f1433bd688ad5ab2`,
  `52${KEY}${OTHER_KEY}52ae69${KEY}ac`,
];

/** Raw transactions and the mempool, as it stands. */
export function transactionCases(world: World): Case[] {
  const { hashes, coinbases, gallery, spends, waiting, waitingRaw } = world;
  const all = [...Object.values(spends), gallery];
  const coinbase = coinbases[9] as string;
  return [
    ...all.flatMap(({ txid, raw }) => [
      ...calls('getrawtransaction', [[txid], [txid, 1], [txid, 2], [txid, true, gallery.hash]]),
      ...calls('decoderawtransaction', [[raw], [raw, true], [raw, false]]),
    ]),
    ...calls('getrawtransaction', [
      [coinbase],
      [coinbase, 0],
      [coinbase, 1],
      [coinbase, 2],
      [coinbase, 3],
      [coinbase, true],
      [coinbase, false],
      [coinbase, 1, hashes[9]],
      [coinbase, 2, hashes[9]],
      [coinbase, 1, hashes[8]],
      [coinbase, 1, UNKNOWN],
      [coinbases[0]],
      [coinbases[0], 1, hashes[0]],
      ...waiting.flatMap((txid) => [[txid], [txid, 1], [txid, 2], [txid, 1, hashes[1]]]),
      [UNKNOWN],
      [UNKNOWN, 'x'],
      [UNKNOWN, 1, '00'],
      [],
      [coinbase, 1, hashes[9], 1],
      ...BAD_HASHES.map((text) => [text]),
      ...BAD_HASHES.map((text) => [coinbase, 0, text]),
      ...ANY.map((value) => [value]),
      ...ANY.map((value) => [coinbase, value]),
      ...ANY.map((value) => [coinbase, 0, value]),
      { txid: coinbase, verbosity: 1 },
      { txid: coinbase, verbose: true },
      { txid: coinbase, blockhash: hashes[9] },
    ]),
    ...calls('decoderawtransaction', [
      [''],
      ['00'],
      ['xyz'],
      ['0'],
      [`${gallery.raw}00`],
      [gallery.raw.slice(0, -2)],
      [gallery.raw.toUpperCase()],
      [MINIMAL],
      [NO_INPUTS],
      [NO_INPUTS, false],
      [NO_INPUTS, true],
      [],
      [gallery.raw, true, 1],
      ...ANY.map((value) => [value]),
      ...ANY.map((value) => [waitingRaw[0], value]),
      { hexstring: waitingRaw[0] },
      { hexstring: waitingRaw[0], iswitness: true },
    ]),
    ...calls('decodescript', [
      ...MINISCRIPTS.map((script) => [script]),
      ...Object.values(SCRIPTS).map((script) => [script]),
      ...['51', '52', '00', 'ac', '5121', 'ba', '5187', '76a9', 'xyz', '0', '6a51', '5020', '80', 'zz', ' '].map((script) => [script]),
      [],
      ['51', 1],
      ...ANY.map((value) => [value]),
      { hexstring: '51' },
    ]),
    ...creations(world),
    ...[`{"${TRUE_ADDRESS}":1,"${TRUE_ADDRESS}":1}`, '{"data":"aa","data":"bb"}'].map((outputs) => ({
      title: `createrawtransaction of a key twice: ${outputs}`,
      about: 'createrawtransaction',
      body: `{"id":1,"method":"createrawtransaction","params":[[],${outputs}]}`,
    })),
    ...calls('getmempoolinfo', [[]]),
    ...calls(
      'getrawmempool',
      [[], [false], [true], [false, true], [false, false], [null, null], [true, true], [true, false], [1], [false, 1]],
      'unordered',
    ),
    ...calls('getrawmempool', [[false, false, false], { verbose: true }, { mempool_sequence: true }], 'unordered'),
    ...calls('getmempoolentry', [
      ...waiting.map((txid) => [txid]),
      [UNKNOWN],
      [],
      [UNKNOWN, 1],
      ...BAD_HASHES.map((t) => [t]),
      ...ANY.map((v) => [v]),
    ]),
    ...['getmempoolancestors', 'getmempooldescendants'].flatMap((method) =>
      calls(
        method,
        [
          ...waiting.flatMap((txid) => [[txid], [txid, true], [txid, false]]),
          [UNKNOWN],
          [UNKNOWN, true],
          ['00'],
          [],
          [waiting[0], 1],
          [waiting[0], true, 1],
        ],
        'unordered',
      ),
    ),
    ...calls('gettxspendingprevout', [
      [[{ txid: waiting[0], vout: 0 }]],
      [
        [
          { txid: waiting[0], vout: 1 },
          { txid: UNKNOWN, vout: 4 },
        ],
      ],
      [[]],
      [ANY],
      ...ANY.map((value) => [[value]]),
      [[{ txid: UNKNOWN }]],
      [[{ vout: 0 }]],
      [[{ txid: UNKNOWN, vout: -1 }]],
      [[{ txid: UNKNOWN, vout: 0.5 }]],
      [[{ txid: UNKNOWN, vout: '0' }]],
      [[{ txid: '00', vout: 0 }]],
      [[{ txid: 1, vout: 0 }]],
      [[{ txid: UNKNOWN, vout: 0, n: 1 }]],
      [[{ txid: null, vout: null }]],
      [],
      [[], 1],
      ['x'],
      [null],
    ]),
  ];
}

/** createrawtransaction: inputs, outputs, and what may be wrong with them. */
function creations({ waiting: [txid] }: World): Case[] {
  const input = { txid, vout: 0 };
  const output = { [TRUE_ADDRESS]: 1 };
  return calls('createrawtransaction', [
    [[], []],
    [[], {}],
    [[input], []],
    [[input], [output]],
    [[input], output],
    [[input], [output, { data: '00ff' }]],
    [[input], { ...output, data: '00ff' }],
    ...Object.values(PAYMENTS).map(({ address }) => [[input], [{ [address as string]: '0.5' }]]),
    ...['', '0', 'xy', 5, 55, null, true, [], '00'.repeat(80), '00'.repeat(300)].map((data) => [[input], [{ data }]]),
    [[input], [{ data: '00' }, { data: '01' }]],
    [[input], [output, output]],
    [[], [output, { [TRUE_ADDRESS]: -1 }]],
    [[input], [{ nope: 1 }]],
    [[input], [{ nope: 'x' }]],
    [[input], [{ ...output, data: '00' }]],
    [[input], [{}]],
    [[input], [1]],
    ...[0, '0', -1, '-1', 'x', null, true, 1e-9, 21_000_001, '1e-8'].map((amount) => [[input], [{ [TRUE_ADDRESS]: amount }]]),
    ...ANY.map((value) => [value, []]),
    ...ANY.map((value) => [[value], []]),
    ...ANY.map((value) => [[], value]),
    ...ANY.map((value) => [[input], [output], value]),
    ...ANY.map((value) => [[input], [output], 0, value]),
    ...ANY.map((vout) => [[{ txid, vout }], [output]]),
    ...ANY.map((value) => [[{ txid: value, vout: 0 }], [output]]),
    ...ANY.map((sequence) => [[{ ...input, sequence }], [output]]),
    ...[0xffffffff, 0xfffffffe, 0xfffffffd, 0x100000000].map((sequence) => [[{ ...input, sequence }], [output], 0, true]),
    ...[0, 1, 0xffffffff, 0x100000000].flatMap((lockTime) => [
      [[input], [output], lockTime],
      [[input], [output], lockTime, false],
    ]),
    [[{ txid }], []],
    [[{ vout: 0 }], []],
    [[{ txid: '00', vout: 0 }], []],
    [],
    [[]],
    { inputs: [], outputs: [] },
    { inputs: [], outputs: [], replaceable: false },
  ]);
}
