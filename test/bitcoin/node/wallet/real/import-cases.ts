import { HDKey } from '@scure/bip32';
import { encodeAddress } from '#dist/bitcoin/protocol/address/address.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { addChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { parseDescriptor } from '#dist/bitcoin/protocol/descriptor/parse-descriptor.js';
import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, call, calls } from '../../rpc/real/case.js';
import type { RpcClient } from '../../rpc/real/client.js';
import { hand } from '../../rpc/real/world.js';
import { COIN, rawTx } from '../../transactions.js';
import { on, type World } from './world.js';

const XPRV = 'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
const XPUB = 'tpubD6NzVbkrYhZ4YNXVQbNhMK1WqguFsUXceaVJKbmno2aZ3B6QfbMeraaYvnBSGpV3vxLyTTK9DYT1yoEck4XUScMzXoQ2U2oSmE2JyMedq3H';
const KEY = '029544f4f3ed91caa9f036b8df2ad71afe272cea2d65dcb1c09a13590c6e2f122e';
const ONE = `${XPRV}/7h/0/1`;
/** The public key of it. */
const PUBLIC = toHex(HDKey.fromExtendedKey(XPRV, { private: 0x04358394, public: 0x043587cf }).derive("m/7'/0/1").publicKey as Uint8Array);
const SMALL = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
/** For payments that all nodes make alike. */
const FIXED = { fee_rate: 10, add_inputs: false, changeAddress: SMALL, changePosition: 1 };
const IMPORTED = 1_600_000_000;

/** Descriptors of which the first output of each is paid. */
const PAID = [
  ...[`pkh(${ONE})`, `wpkh(${ONE})`, `sh(wpkh(${ONE}))`, `tr(${ONE})`, `rawtr(${ONE})`, `pk(${ONE})`],
  ...[`wsh(pk(${ONE}))`, `wsh(multi(1,${ONE}))`, `sh(multi(1,${ONE}))`, `sh(pkh(${ONE}))`, `wsh(and_v(v:pk(${ONE}),older(5)))`],
  ...[`tr(${ONE},pk(${XPRV}/8h/1))`, `sh(wsh(sortedmulti(1,${XPRV}/3,${KEY})))`, `combo(${XPRV}/9)`],
];

/** Wallets of one descriptor each, whose outputs are paid, and what is wrong with descriptors. */
export async function importCases({ coinbases }: World, { maker, real }: { maker: RpcClient; real: RpcClient }): Promise<Case[]> {
  const scripts = PAID.map((descriptor) => parseDescriptor(descriptor).scripts(0));
  const outputs = scripts.flat().map((scriptPubKey) => ({ value: COIN / 2n, scriptPubKey }));
  const raw = rawTx({ inputs: [{ txid: coinbases[12] as string }], outputs: [...outputs, { value: COIN }] });
  const { hash } = await maker.call('generateblock', TRUE_ADDRESS, [raw]);
  await hand(maker, real, hash);
  const [, txid] = (await maker.call('getblock', hash)).tx;
  let vout = 0;
  const cases = PAID.flatMap((descriptor, index) => {
    const wallet = `d${index}`;
    const desc = addChecksum(descriptor);
    const coins = (scripts[index] ?? []).map(() => ({ txid, vout: vout++ }));
    return [
      call('createwallet', [wallet, false, true]),
      ...[
        call('importdescriptors', [[{ desc, timestamp: IMPORTED }]]),
        call('listdescriptors', [true]),
        call('listunspent', [], 'unordered'),
        call('listtransactions', ['*', 20], 'unordered'),
        call('getwalletinfo', [], 'types'),
        ...coins.map((coin) => call('walletcreatefundedpsbt', [[coin], [{ [SMALL]: 0.1 }], 0, FIXED])),
        ...(scripts[index] ?? []).flatMap((script) => {
          const address = encodeAddress(script);
          return address === undefined ? [] : call('getaddressinfo', [address]);
        }),
      ].map((each) => on(wallet, each)),
      call('unloadwallet', [wallet]),
    ];
  });
  const proof: string = await maker.call('gettxoutproof', [txid]);
  const otherProof: string = await maker.call('gettxoutproof', [(await maker.call('getblock', hash)).tx[0]]);
  return [
    ...cases,
    ...brokenImports(),
    ...rangeCases(),
    ...foreignCases({ txid, vout: 2 }),
    ...prunedCases({ raw, txid, proof, otherProof }),
  ];
}

function brokenImports(): Case[] {
  const given = (desc: string, more: object) => call('importdescriptors', [[{ ...more, desc: addChecksum(desc), timestamp: 'now' }]]);
  return [
    call('createwallet', ['i', true]),
    ...[
      given(`wpkh(${XPUB}/1h/*)`, { range: 1 }),
      given(`wpkh(${XPUB}/*)`, { range: 1, label: '' }),
      given(`wpkh(${XPUB}/*)`, { active: true, label: 'a' }),
      given(`wpkh(${XPUB}/<0;1>/*)`, { label: 'a' }),
      given(`wpkh(${XPUB}/<0;1>/*)`, { internal: true }),
      given(`combo(${XPUB}/*)`, { active: true, range: 1 }),
      given(`wpkh(${XPRV}/1)`, {}),
      given(`tr([00000001/1'/2']${XPUB}/*,and_v(v:pk([00000002/3']${XPUB}/5/*),older(9)))`, { range: [0, 1] }),
      ...calls('listdescriptors', [[]]),
      call('getwalletinfo', [], 'types'),
      ...calls('importdescriptors', [[[]], [[{ desc: 'nope', timestamp: 0 }]], [[{ desc: 'pkh(02)', label: '*', timestamp: 'now' }]]]),
    ].map((each) => on('i', each)),
    call('createwallet', ['j', false, true]),
    ...[given(`wsh(multi(1,${XPRV}/0,${XPUB}/0))`, {}), given(`wpkh(${XPUB}/0)`, {}), call('listdescriptors', [])].map((each) =>
      on('j', each),
    ),
  ];
}

/** A range only grows. */
function rangeCases(): Case[] {
  const desc = addChecksum(`wpkh(${XPUB}/7/*)`);
  const ranges = [[5, 10], [0, 20], [5, 20], [0, 10], [0, 25], 30, [0, -1], [2 ** 31, 2 ** 31 + 1]];
  return [
    call('createwallet', ['g', true]),
    ...ranges.map((range) => on('g', call('importdescriptors', [[{ desc, range, active: true, timestamp: 'now' }]]))),
    ...calls('getnewaddress', [[], []]).map((each) => on('g', each)),
    ...calls('listdescriptors', [[]]).map((each) => on('g', each)),
    ...calls('getrawchangeaddress', [[]]).map((each) => on('g', each)),
  ];
}

/** Payments with a coin of another wallet, an `sh(wpkh())`: what is known for spending it, or its weight. */
function foreignCases(coin: { txid: string; vout: number }): Case[] {
  const [p2wpkh = new Uint8Array()] = parseDescriptor(`wpkh(${PUBLIC})`).scripts(0);
  const fund = (inputs: object[], options: object) =>
    on('w', call('walletcreatefundedpsbt', [inputs, { [SMALL]: 0.1 }, 0, { ...options, ...FIXED }]));
  return [
    fund([coin], {}),
    fund([coin], { solving_data: { pubkeys: [PUBLIC], scripts: [toHex(p2wpkh)] } }),
    fund([coin], { solving_data: { pubkeys: [PUBLIC] } }),
    fund([coin], { solving_data: { descriptors: [addChecksum(`sh(wpkh(${PUBLIC}))`)] } }),
    ...['pubkeys', 'scripts', 'descriptors'].flatMap((kind) =>
      ['00', 'x', 1].map((value) => fund([coin], { solving_data: { [kind]: [value] } })),
    ),
    ...[4_000, 400, 165, 164, -1, 1.5, 'x', 2 ** 31].map((weight) => fund([{ ...coin, weight }], {})),
    fund([coin], { input_weights: [{ ...coin, weight: 400 }] }),
    fund([{ txid: '11'.repeat(32), vout: 0 }], {}),
    fund([{ ...coin, vout: 99 }], {}),
    fund([coin, coin], {}),
  ];
}

/** Payments that are imported without a scan, and removed. */
function prunedCases({ raw, txid, proof, otherProof }: Record<'raw' | 'txid' | 'proof' | 'otherProof', string>): Case[] {
  const state = () => [call('getbalance'), call('listtransactions', ['*', 10], 'unordered')];
  const desc = addChecksum(`wpkh(${ONE})`);
  return [
    call('createwallet', ['f', false, true]),
    ...[
      call('importprunedfunds', [raw, proof]),
      call('importdescriptors', [[{ desc, timestamp: 'now' }]]),
      ...state(),
      ...calls('removeprunedfunds', [[txid], [txid], ['00'], ['x'], [], [1]]),
      ...state(),
      ...calls('importprunedfunds', [
        [raw, otherProof],
        [raw, proof.slice(0, -2)],
        ['00', proof],
        [raw, 'zz'],
        ['zz', proof],
        [raw],
        [1, 2],
        [raw, proof],
      ]),
      ...state(),
      ...calls('gettransaction', [[txid]]),
      ...calls('importprunedfunds', [[raw, proof]]),
      ...calls('removeprunedfunds', [[txid]]),
      ...state(),
    ].map((each) => on('f', each)),
  ];
}
