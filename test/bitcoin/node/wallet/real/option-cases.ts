import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, call } from '../../rpc/real/case.js';
import { rawTx } from '../../transactions.js';
import { on } from './world.js';

const EMPTY = rawTx({ inputs: [], outputs: [{ value: 100_000_000n }] });
const PAYMENT = { [TRUE_ADDRESS]: 1 };

/** The arguments of the methods that take an object of options. */
const ARGUMENTS: Record<string, (options: object) => unknown[]> = {
  listunspent: (options) => [1, 9_999_999, [], true, options],
  simulaterawtransaction: (options) => [[], options],
  fundrawtransaction: (options) => [EMPTY, options],
  walletcreatefundedpsbt: (options) => [[], PAYMENT, 0, options],
  send: (options) => [PAYMENT, null, null, null, { psbt: true, ...options }],
  sendall: (options) => [[TRUE_ADDRESS], null, null, null, { psbt: true, ...options }],
  gethdkeys: (options) => [options],
  createwalletdescriptor: (options) => ['bech32', options],
  importdescriptors: (options) => [[{ desc: 'none', timestamp: 'now', ...options }]],
};

/** Names and types of options. Some methods check all before they read one, others read one after the other. */
export function optionCases(): Case[] {
  const cases: [method: string, ...options: object[]][] = [
    [
      'listunspent',
      ...[{ minimumAmout: 1 }, { maximumCount: '2' }, { include_immature_coinbase: 1 }, { include_immature_coinbase: null }],
      ...[{ minimumAmount: null }, { minimumAmount: {}, other: 1 }, { minimumAmount: '0.1' }],
    ],
    ['simulaterawtransaction', { other: 1 }, { other: 1, include_watchonly: {} }, { include_watchonly: null }],
    [
      'fundrawtransaction',
      ...[{ changeAdress: TRUE_ADDRESS }, { constructor: 1 }, { add_inputs: null }, { feeRate: null }, { solving_data: [] }],
      ...[{ subtractFeeFromOutputs: 1 }, { subtract_fee_from_outputs: 1 }, { change_type: null }],
      { input_weights: [{ txid: '11'.repeat(32), vout: 7, weight: 400 }] },
    ],
    [
      'walletcreatefundedpsbt',
      ...[{ replaceable: 'yes' }, { lockUnspents: 'yes' }, { change_position: 3 }, { subtract_fee_from_outputs: [1] }, { fee_rate: '0' }],
    ],
    [
      'send',
      ...[{ inputs: 1 }, { max_tx_weight: '400' }, { minconf: '1' }, { psbt: null }, { locktime: null }, { includeWatching: true }],
      ...[{ subtract_fee_from_outputs: true }, { max_tx_weight: 259 }, { max_tx_weight: 300 }],
      ...[
        { subtract_fee_from_outputs: [1], inputs: [{}] },
        { replaceable: 1, subtract_fee_from_outputs: [1] },
        { inputs: [{}], locktime: -1 },
      ],
    ],
    ['sendall', { other: 1 }, { send_max: 1 }, { minconf: null }, { inputs: {} }],
    ['gethdkeys', { other: 1 }, { private: 1 }, { active_only: null }],
    ['createwalletdescriptor', { internal: 'no' }, { hdkey: 1 }],
    [
      'importdescriptors',
      ...[{ other: 1 }, { desc: 1 }, { active: 'yes' }, { label: {} }, { timestamp: null }, { timestamp: [] }],
      { desc: 'pkh(02)', label: '*' },
    ],
  ];
  // Whether it succeeds and how: the coins of a payment are chosen at random.
  return cases.flatMap(([method, ...list]) =>
    list.map((options) =>
      on(
        'w',
        call(
          method,
          ARGUMENTS[method]?.(options),
          method === 'listunspent' ? 'unordered' : 'types',
          `${method} with ${JSON.stringify(options)}`,
        ),
      ),
    ),
  );
}
