import { type Case, call, calls } from '../../rpc/real/case.js';
import { rawTx } from '../../transactions.js';
import { on } from './world.js';

const XPRV = 'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
/** Spends what nobody knows. */
const NO_COIN = rawTx({ inputs: [{ txid: '00'.repeat(32), witness: [] }], outputs: [{ value: 1_000n }] });

/** Creation, loading and flags of wallets. */
export function managingCases(): Case[] {
  return [
    ...calls('createwallet', [
      ['w'],
      ['n', false, false, '', false, false],
      ['watch', true],
      ['watching', true, false, 'secret'],
      ['p', false, false, 'secret'],
      ['e', false, true, ''],
      ['r', false, true, null, true],
      [1],
      [],
    ]),
    ...calls('getbalance', [[]]),
    ...calls('listwallets', [[]], 'unordered'),
    ...calls('loadwallet', [['w'], ['nope'], [], [1]]),
    ...calls('unloadwallet', [['e'], ['e'], ['nope'], []]),
    ...calls('unloadwallet', [['watch']]).map((each) => on('p', each)),
    ...calls('loadwallet', [['e']]),
    ...calls('listwalletdir', [[]], 'unordered'),
    on('nope', call('getbalance')),
    on('watch', call('getwalletinfo', [], 'types')),
    ...calls('encryptwallet', [['x']]).map((each) => on('watch', each)),
    ...calls('getnewaddress', [[]]).map((each) => on('watch', each)),
    ...calls('sendtoaddress', [['bcrt1qft5p2uhsdcdc3l2ua4ap5qqfg4pjaqlp250x7us7a8qqhrxrxfsqseac85', 1]]).map((each) => on('watch', each)),
    ...calls('bumpfee', [['00'.repeat(32)]]).map((each) => on('watch', each)),
    ...calls('listdescriptors', [[], [true]]).map((each) => on('watch', each)),
    on('p', call('getwalletinfo', [], 'types')),
    on('r', call('getbalances')),
    ...calls('setwalletflag', [
      ['avoid_reuse'],
      ['avoid_reuse', false],
      ['avoid_reuse', false],
      ['avoid_reuse', true],
      ['nope'],
      ['disable_private_keys'],
      [],
    ]).map((each) => on('r', each)),
    ...calls('unloadwallet', [['e']]).map((each) => on('gone', each)),
    ...calls('createwallet', [['blank', false, true]]),
    ...[
      ...calls('getbalance', [
        ['*', 0, false, true],
        ['*', 0, false, false],
      ]),
      ...calls('getnewaddress', [['*']]),
      ...calls('getrawchangeaddress', [['nope']]),
      ...calls('signrawtransactionwithwallet', [[NO_COIN]]),
      ...calls('createwalletdescriptor', [['bech32', { hdkey: XPRV }], ['bech32']]),
      ...calls('gethdkeys', [[]]),
    ].map((each) => on('blank', each)),
    ...calls('unloadwallet', [[], []]).map((each) => on('blank', each)),
    ...calls('backupwallet', [['/nowhere/at/all'], [], [1]]).map((each) => on('e', each)),
    ...calls('restorewallet', [['again', '/nowhere/at/all'], ['again'], []]),
  ];
}
