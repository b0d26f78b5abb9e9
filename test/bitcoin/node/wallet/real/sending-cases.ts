import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, call, calls, named } from '../../rpc/real/case.js';
import type { RpcClient } from '../../rpc/real/client.js';
import { on, type World } from './world.js';

/** Payments: errors, and transactions whose coins the call names, so that both nodes make the same. */
export async function sendingCases({ addresses, coinbases }: World, maker: RpcClient): Promise<Case[]> {
  const input = (index: number) => ({ txid: coinbases[index], vout: 0 });
  const [legacy, , bech32] = Object.values(addresses) as [string, string, string];
  const change = await maker.call('getnewaddress', 'for change');
  const fixed = { change_address: legacy, change_position: 1, locktime: 0 };
  const raw = await maker.call('createrawtransaction', [input(0), input(3), input(6), input(9)], { [TRUE_ADDRESS]: 199.99 });
  const bare = await maker.call('createrawtransaction', [], { [TRUE_ADDRESS]: 1 });
  const kinds = [0, 3, 6, 9];
  const pay = { [TRUE_ADDRESS]: 1.5 };
  return [
    call('getnewaddress', ['for change'], 'types'),
    ...calls('sendtoaddress', [
      ['nope', 1],
      [TRUE_ADDRESS, 100_000],
      [TRUE_ADDRESS, 0],
      [TRUE_ADDRESS, 0.000001],
      [TRUE_ADDRESS, -1],
      ['', -1],
      [TRUE_ADDRESS, 'x'],
      [TRUE_ADDRESS],
      [TRUE_ADDRESS, 1, '', '', false, true, 6, 'nope'],
      [TRUE_ADDRESS, 1, '', '', false, true, 0, 'economical'],
      [TRUE_ADDRESS, 1, '', '', false, true, 6, 'unset', false, 5],
      [TRUE_ADDRESS, 1, '', '', false, true, null, 'economical', false, 5],
      [TRUE_ADDRESS, 1, '', '', false, true, null, 'unset', false, 0.01],
      [TRUE_ADDRESS, 1, '', '', false, true, null, 'unset', false, -1],
      [TRUE_ADDRESS, 1, '', '', false, true, null, 'unset', false, 'x'],
      [TRUE_ADDRESS, 1, '', '', false, true, null, 'unset', false, 1.2345],
      [TRUE_ADDRESS, 1, '', '', false, true, null, 'unset', false, 1_000_000],
    ]),
    ...calls('sendmany', [
      ['x', { [TRUE_ADDRESS]: 1 }],
      ['', {}],
      ['', { nope: 1 }],
      ['', { [TRUE_ADDRESS]: 100_000 }],
      ['', { [TRUE_ADDRESS]: 1 }, 1, '', ['nope']],
      ['', { [TRUE_ADDRESS]: 0.000001 }],
      ['', { nope: -1 }],
      ...[[-5], [5], [false], [0, TRUE_ADDRESS], [TRUE_ADDRESS, TRUE_ADDRESS]].map((positions) => [
        '',
        { [TRUE_ADDRESS]: 1 },
        1,
        '',
        positions,
      ]),
    ]),
    ...named('send', {
      ...Object.fromEntries(
        kinds.map((index) => [`coin ${index}`, [pay, null, 'unset', 7, { ...fixed, inputs: [input(index)], add_to_wallet: false }]]),
      ),
      'several coins': [pay, null, 'unset', 2.5, { ...fixed, inputs: kinds.map(input), add_to_wallet: false }],
      psbt: [pay, null, 'unset', 7, { ...fixed, inputs: [input(6)], psbt: true }],
      'fee from output': [
        { [TRUE_ADDRESS]: 50 },
        null,
        'unset',
        7,
        { inputs: [input(6)], locktime: 0, subtract_fee_from_outputs: [0], change_type: 'bech32', add_to_wallet: false },
      ],
      'not replaceable': [pay, null, 'unset', 7, { ...fixed, inputs: [input(6)], replaceable: false, add_to_wallet: false }],
      'too little': [{ [TRUE_ADDRESS]: 51 }, null, 'unset', 7, { ...fixed, inputs: [input(6)], add_to_wallet: false }],
      'fee twice': [pay, null, 'unset', 7, { fee_rate: 7 }],
      'target twice': [pay, 6, 'economical', null, { conf_target: 6 }],
      'target without mode': [pay, 6],
      'an old option': [pay, null, null, null, { changeAddress: change }],
      'an unknown option': [pay, null, null, null, { nope: 1 }],
      'a wrong type': [pay, null, null, null, { psbt: 1 }],
      'a bad change address': [pay, null, null, null, { change_address: 'nope' }],
      'a bad change position': [pay, null, null, null, { change_position: 5 }],
      'a bad change type': [pay, null, null, null, { change_type: 'nope' }],
      'change address and type': [pay, null, null, null, { change_type: 'legacy', change_address: change }],
      'negative minconf': [pay, null, null, null, { minconf: -1 }],
      'maxconf below minconf': [pay, null, null, null, { minconf: 5, maxconf: 1 }],
      'bad positions': [pay, null, null, null, { subtract_fee_from_outputs: [5] }],
      'equal positions': [pay, null, null, null, { subtract_fee_from_outputs: [0, 0] }],
      'no outputs': [[]],
      'a bad address': [{ nope: 1 }],
    }),
    ...named('sendall', {
      'chosen coins': [[TRUE_ADDRESS], null, 'unset', 3, { inputs: kinds.map(input), locktime: 0, add_to_wallet: false }],
      'two recipients': [[TRUE_ADDRESS, bech32], null, 'unset', 3, { inputs: [input(6)], locktime: 0, add_to_wallet: false }],
      'an amount': [[TRUE_ADDRESS, { [bech32]: 10 }], null, 'unset', 3, { inputs: [input(6)], locktime: 0, add_to_wallet: false }],
      'too much': [[TRUE_ADDRESS, { [bech32]: 60 }], null, 'unset', 3, { inputs: [input(6)] }],
      'no rest': [[{ [bech32]: 60 }]],
      'a foreign coin': [[TRUE_ADDRESS], null, 'unset', 3, { inputs: [{ txid: '00'.repeat(32), vout: 0 }] }],
      'inputs and send_max': [[TRUE_ADDRESS], null, 'unset', 3, { inputs: [input(6)], send_max: true }],
      'inputs and minconf': [[TRUE_ADDRESS], null, 'unset', 3, { inputs: [input(6)], minconf: 1 }],
      'maxconf below minconf': [[TRUE_ADDRESS], null, 'unset', 3, { minconf: 5, maxconf: 1 }],
      'a low rate': [[TRUE_ADDRESS], null, 'unset', 0.01],
    }),
    ...named('fundrawtransaction', {
      'too much': [await maker.call('createrawtransaction', [], { [TRUE_ADDRESS]: 100_000 })],
      'no hex': ['zz'],
      'an unknown option': [bare, { nope: 1 }],
      'both rates': [bare, { feeRate: 0.0001, fee_rate: 10 }],
    }),
    ...named('walletcreatefundedpsbt', {
      'a coin': [[input(6)], pay, 0, { changeAddress: legacy, changePosition: 1, fee_rate: 4 }],
      'taproot, origins off': [[input(9)], pay, 0, { changeAddress: legacy, changePosition: 1, fee_rate: 4 }, false],
      feeRate: [[input(3)], pay, 0, { changeAddress: legacy, changePosition: 0, feeRate: 0.00012 }],
      'too little': [[input(6)], { [TRUE_ADDRESS]: 51 }],
      'no outputs and a change position': [[input(6)], [], 0, { change_position: 3 }],
      'no outputs that pay the fee': [[input(6)], [], 0, { subtract_fee_from_outputs: [1] }],
      'no coin': [[], [{ data: 'deadbeef' }], 0, { fee_rate: '0' }],
    }),
    ...calls('signrawtransactionwithwallet', [[raw], ['zz'], [raw, [], 'ALL|ANYONECANPAY'], [raw, [], 'nope'], [bare]]),
    ...calls('walletprocesspsbt', [
      [await maker.call('converttopsbt', raw)],
      [await maker.call('converttopsbt', raw), false],
      [await maker.call('converttopsbt', raw), true, 'ALL', false, false],
      ['nope'],
    ]),
    ...calls('simulaterawtransaction', [[[raw]], [[raw, raw]], [['zz']], [], [[]]]),
    ...calls('bumpfee', [['00'.repeat(32)], ['x'], ['00'.repeat(32), { nope: 1 }], ['00'.repeat(32), { fee_rate: 0 }]]),
    ...named('bumpfee', { 'of a coinbase': [coinbases[6]] }),
    ...calls('abandontransaction', [['00'.repeat(32)], [coinbases[6]]]),
    ...calls('gettransaction', [['00'.repeat(32)], ['x']]),
    // Each payment before has used up as many.
    call('getrawchangeaddress', ['bech32']),
  ].map((each) => on('w', each));
}
