import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, calls } from '../../rpc/real/case.js';
import { on, type World } from './world.js';

/** Balances, coins, sums of payments, and locks. */
export function coinCases({ addresses, coinbases }: World): Case[] {
  const [legacy, segwit, bech32, taproot] = Object.values(addresses);
  const coin = { txid: coinbases[0], vout: 0 };
  return [
    ...calls('getbalance', [[], ['*'], ['*', 1], ['*', 105], ['x'], ['*', 'x']]),
    ...calls('getbalances', [[], [1]]),
    ...calls('getunconfirmedbalance', [[]]),
    ...calls(
      'listunspent',
      [
        [],
        [0],
        [110],
        [0, 109],
        [1, 9999999, [legacy]],
        [1, 9999999, [bech32, taproot]],
        [1, 9999999, [bech32, bech32]],
        [1, 9999999, ['nope']],
        [1, 9999999, [], true, { minimumAmount: 51 }],
        [1, 9999999, [], true, { maximumAmount: '49' }],
        [1, 9999999, [], true, { include_immature_coinbase: true }],
        [1, 9999999, [], true, { minimumAmout: 1 }],
        [1, 9999999, [], true, { maximumCount: '2' }],
        [1, 9999999, [], true, { maximumCount: null }],
        [1, 9999999, [], true, { minimumAmount: null }],
        [1, 9999999, [], true, { include_immature_coinbase: 1 }],
        [1, 9999999, [segwit]],
        ['x'],
        [1, 2, 'x'],
      ],
      'unordered',
    ),
    ...calls(
      'listunspent',
      [
        [1, 9999999, [], true, { maximumCount: 0 }],
        [1, 9999999, [], true, { minimumSumAmount: 100_000 }],
      ],
      'unordered',
    ),
    ...calls('lockunspent', [
      [false, [coin]],
      [false, [coin]],
      [true, [coin]],
      [true, [coin]],
      [false, [{ txid: '00'.repeat(32), vout: 0 }]],
      [false, [{ txid: coin.txid, vout: 9 }]],
      [false, [{ txid: coin.txid, vout: -1 }]],
      [false, [{ txid: 'x', vout: 0 }]],
      [false, ['x']],
      [false, [{ vout: 0 }]],
      [false, [{ txid: 'x' }]],
      [false, [{ txid: 1, vout: '0' }]],
      [false],
      [true],
      [],
    ]),
    ...calls('listlockunspent', [[]]),
    ...calls('getreceivedbyaddress', [[bech32], [bech32, 5], [bech32, 1, true], [legacy], [TRUE_ADDRESS], ['nope'], []]),
    ...calls('getreceivedbylabel', [['shop'], ['a legacy'], ['shop', 1, true], ['zz'], ['*']]),
    ...calls(
      'listreceivedbyaddress',
      [[], [1, true], [105], [1, false, false, legacy], [1, true, false, 'nope'], [1, false, false, '', true], ['x']],
      'unordered',
    ),
    ...calls('listreceivedbylabel', [[], [1, true], [105], [1, false, false, true]], 'unordered'),
    ...calls('listaddressgroupings', [[]], 'unordered'),
    ...calls('rescanblockchain', [[0, 10], [5], [-1], [10, 5], [0, 1000], []]),
    ...calls('abortrescan', [[]]),
  ].map((each) => on('w', each));
}
