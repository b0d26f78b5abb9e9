import { parseTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex } from '../../harness.js';
import { COIN, rawTx, txidOf } from '../../transactions.js';
import { type Case, call, calls, named } from './case.js';
import { ANY, UNKNOWN } from './chain-cases.js';
import { MINIMAL, NO_INPUTS } from './transaction-cases.js';
import { SCRIPTS, type World } from './world.js';

/** Amounts, some of which are none. */
const AMOUNTS = [
  ...[
    '0.1',
    '1',
    '1.0',
    '0.99999999',
    '0.000000001',
    '1e-8',
    '1e-3',
    '-0',
    '+1',
    ' 1',
    '1 ',
    '.5',
    '5.',
    '0x1',
    '01',
    '1e9',
    '1e-9',
    '1E-3',
  ],
  ...[0.1, 0.99999999, 1e-8, 1e-9, 21_000_001, 20_999_999.99, -0.5, 1e20],
];

/** Transactions that the mempool rejects, sent or tested. */
export function submissionCases({ coinbases, gallery, spends, waiting, waitingRaw, replaced, free, tip }: World): Case[] {
  const [coin, second] = free as [string, string];
  const spend = (value: bigint, more: Partial<Parameters<typeof rawTx>[0]> = {}) =>
    rawTx({ inputs: [{ txid: coin }], outputs: [{ value }], ...more });
  const withInput = (input: Partial<Parameters<typeof rawTx>[0]['inputs'][number]>) =>
    rawTx({ inputs: [{ txid: coin, ...input }], outputs: [{ value: 50n * COIN - 1_000n }] });
  const at = (kind: string) => Object.keys(SCRIPTS).indexOf(kind);
  const burn = spend(0n, { outputs: [{ value: 1_000n, scriptPubKey: hex('6a0101') }] });
  const good = spend(50n * COIN - 10_000n);
  const alsoGood = rawTx({ inputs: [{ txid: second }], outputs: [{ value: 50n * COIN - 10_000n }] });
  const childOf = (raw: string) => rawTx({ inputs: [{ txid: txidOf(parseTransaction(hex(raw))) }], outputs: [{ value: 40n * COIN }] });
  const spent = spends['p2tr']?.txid as string;
  return [
    ...calls('sendrawtransaction', [[''], ['00'], ['xyz'], [MINIMAL], [NO_INPUTS], [], ...ANY.map((value) => [value])]),
    ...ANY.flatMap((value) => [
      ...named('sendrawtransaction', { [`with ${JSON.stringify(value)} as maxfeerate`]: [waitingRaw[0], value] }),
      ...named('sendrawtransaction', { [`with ${JSON.stringify(value)} as maxburnamount`]: [waitingRaw[0], 0, value] }),
    ]),
    ...AMOUNTS.map((rate) => call('sendrawtransaction', [waitingRaw[0], rate])),
    ...calls('sendrawtransaction', [
      { hexstring: waitingRaw[0] },
      { hexstring: waitingRaw[0], maxfeerate: 0, maxburnamount: 0 },
      { hexstring: waitingRaw[0], maxfeerates: 0 },
      [waitingRaw[0], 0, 0, [], 1],
    ]),
    ...named('sendrawtransaction', {
      'with a fourth argument': [waitingRaw[0], 0, 0, 'x'],
      'of what the mempool holds': [waitingRaw[0]],
      'of what is mined': [gallery.raw],
      'of what is mined and spent': [spends['p2pkh']?.raw],
      'that pays no fee': [spend(50n * COIN)],
      'that pays one sat': [spend(50n * COIN - 1n)],
      'of more than there is': [spend(51n * COIN)],
      'that pays more than the default limit': [spend(50n * COIN - 10_000_000n)],
      'that pays more than the given limit': [spend(50n * COIN - 1_000n), '0.00001'],
      'that pays more than the given limit as a number': [spend(50n * COIN - 1_000n), 0.00001],
      'of version 4': [spend(50n * COIN - 1_000n, { version: 4 })],
      'of version 0': [spend(50n * COIN - 1_000n, { version: 0 })],
      'that is locked until the block after the next': [spend(50n * COIN - 1_000n, { lockTime: tip.height + 1 })],
      'that is locked until later': [spend(50n * COIN - 1_000n, { lockTime: tip.time + 1 })],
      'without outputs': [spend(50n * COIN - 1_000n, { outputs: [] })],
      'of a negative output': [spend(0n, { outputs: [{ value: -1n }] })],
      'of an output above all money': [spend(0n, { outputs: [{ value: 21_000_001n * COIN }] })],
      'of outputs above all money': [spend(0n, { outputs: [{ value: 21_000_000n * COIN }, { value: COIN }] })],
      'of dust': [spend(329n), 0],
      'of data that burns': [burn, 0],
      'of data that burns a sat too much': [burn, 0, 0.00000999],
      'of a script that is not standard': [spend(0n, { outputs: [{ value: 1_000n, scriptPubKey: hex('9301029451') }] }), 0],
      'of an unknown input': [rawTx({ inputs: [{ txid: UNKNOWN }], outputs: [{ value: 1_000n }] })],
      'of one input twice': [rawTx({ inputs: [{ txid: coin }, { txid: coin }], outputs: [{ value: 1_000n }] }), 0],
      'of an output that its transaction does not have': [rawTx({ inputs: [{ txid: coin, index: 9 }], outputs: [{ value: 1_000n }] }), 0],
      'of a coinbase that is not mature': [
        rawTx({ inputs: [{ txid: coinbases[30] as string }], outputs: [{ value: 50n * COIN - 1_000n }] }),
      ],
      'of a coinbase of the tip': [rawTx({ inputs: [{ txid: coinbases[tip.height - 1] as string }], outputs: [{ value: 24n * COIN }] })],
      'that waits for blocks': [rawTx({ inputs: [{ txid: spent, sequence: 50 }], outputs: [{ value: 50n * COIN - 1_000n }] })],
      'that waits for time': [rawTx({ inputs: [{ txid: spent, sequence: 0x400002 }], outputs: [{ value: 50n * COIN - 1_000n }] })],
      'without its witness': [withInput({ witness: [] })],
      'with the witness of another script': [withInput({ witness: [hex('00')] })],
      'with too much in its witness': [withInput({ witness: [hex('01'), hex('51')] })],
      'with a witness and a scriptSig': [withInput({ scriptSig: hex('51') })],
      'with a scriptSig that is not only pushes': [withInput({ scriptSig: hex('76') })],
      'of a P2PK output without signature': [rawTx({ inputs: [{ txid: gallery.txid, witness: [] }], outputs: [{ value: 90_000n }] })],
      'of a P2PK output with a broken signature': [
        rawTx({ inputs: [{ txid: gallery.txid, witness: [], scriptSig: hex('020102') }], outputs: [{ value: 90_000n }] }),
      ],
      'of an output that is not standard': [
        rawTx({ inputs: [{ txid: gallery.txid, index: at('nonstandard') }], outputs: [{ value: 90_000n }] }),
      ],
      'of an unknown witness program': [
        rawTx({ inputs: [{ txid: gallery.txid, index: at('unknown witness program') }], outputs: [{ value: 90_000n }] }),
      ],
      'of an anchor with a witness': [rawTx({ inputs: [{ txid: gallery.txid, index: at('anchor') }], outputs: [{ value: 90_000n }] })],
      'of a taproot output with a bad signature': [
        rawTx({
          inputs: [{ txid: gallery.txid, index: at('witness_v1_taproot'), witness: [new Uint8Array(64)] }],
          outputs: [{ value: 90_000n }],
        }),
      ],
      'of a taproot output with an annex': [
        rawTx({
          inputs: [{ txid: gallery.txid, index: at('witness_v1_taproot'), witness: [new Uint8Array(64), hex('50')] }],
          outputs: [{ value: 90_000n }],
        }),
      ],
      'of a P2WPKH output with a short witness': [
        rawTx({ inputs: [{ txid: gallery.txid, index: at('witness_v0_keyhash') }], outputs: [{ value: 90_000n }] }),
      ],
      'of a P2SH output without its script': [
        rawTx({ inputs: [{ txid: gallery.txid, index: at('scripthash'), witness: [] }], outputs: [{ value: 90_000n }] }),
      ],
      'that ends early': [rawTx({ inputs: [{ txid: second }], outputs: [{ value: 50n * COIN - 1_000n }], version: 3 }).slice(0, -10)],
      'that is smaller than 65 bytes': [
        rawTx({ inputs: [{ txid: coin }], outputs: [{ value: 50n * COIN - 1_000n, scriptPubKey: hex('6a') }] }),
        0,
        50,
      ],
      'that replaces and pays less': [rawTx({ inputs: [{ txid: replaced }], outputs: [{ value: 50n * COIN - 500n }] })],
      'that replaces and pays too little more': [rawTx({ inputs: [{ txid: replaced }], outputs: [{ value: 50n * COIN - 5_001n }] })],
      'that replaces what it spends': [
        rawTx({ inputs: [{ txid: waiting[0], index: 0 }, { txid: waiting[2] }], outputs: [{ value: 30n * COIN }] }),
        0,
      ],
    }),
    ...named('testmempoolaccept', {
      'of a good one': [[good]],
      'of a good one without limit': [[good], 0],
      'of one above the limit': [[good], '0.0001'],
      'with a limit that is too high': [[good], 1],
      'of more than there is': [[spend(51n * COIN)]],
      'of dust': [[spend(1n)]],
      'of dust without limit': [[spend(1n)], 0],
      'of version 9': [[spend(50n * COIN - 10_000n, { version: 9 })]],
      'of a locked one': [[spend(50n * COIN - 10_000n, { lockTime: tip.height + 1 })]],
      'of what the mempool holds': [[waitingRaw[0]]],
      'of what is mined': [[gallery.raw]],
      'of what is mined and spent': [[spends['p2pkh']?.raw]],
      'of an unknown input': [[rawTx({ inputs: [{ txid: UNKNOWN }], outputs: [{ value: 1_000n }] })]],
      'of a wrong witness': [[withInput({ witness: [hex('00')] })]],
      'of a replacement that pays too little': [[rawTx({ inputs: [{ txid: replaced }], outputs: [{ value: 50n * COIN - 1_001n }] })]],
      'of a replacement': [[rawTx({ inputs: [{ txid: replaced }], outputs: [{ value: 50n * COIN - 9_001n }] })]],
      'of a package that conflicts': [[good, spend(50n * COIN - 20_000n)]],
      'of one twice': [[good, good]],
      'of a child after its parent': [[good, childOf(good)]],
      'of a child before its parent': [[childOf(good), good]],
      'of two good ones': [[good, alsoGood]],
      'of a good one and a bad one': [[good, rawTx({ inputs: [{ txid: second }], outputs: [{ value: 51n * COIN }] })]],
      'of a bad one and a good one': [[spend(50n * COIN), alsoGood]],
      'of a replacement in a package': [[rawTx({ inputs: [{ txid: replaced }], outputs: [{ value: 50n * COIN - 9_001n }] }), alsoGood]],
      'of nothing': [[]],
      'of 26': [Array(26).fill('00')],
      'of an invalid one in upper case': [['XYZ']],
      'with a fourth argument': [[waitingRaw[0]], 0, [], 1],
    }),
    ...calls('testmempoolaccept', [
      [['00']],
      [['xyz']],
      [['']],
      ...ANY.map((value) => [[value]]),
      ...ANY.map((value) => [value]),
      ...ANY.map((value) => [[good], value]),
      [],
      { rawtxs: [waitingRaw[0]] },
    ]),
  ];
}
