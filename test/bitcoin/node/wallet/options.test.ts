import { expect, test } from 'vitest';
import { type RpcNode, TRUE_ADDRESS } from '../harness.js';
import { funded } from './kit.js';

const wrong = (actual: string, expected: string, field?: string) =>
  `-3 JSON value of type ${actual}${field === undefined ? '' : ` for field ${field}`} is not of expected type ${expected}`;

/** The answer of a method to one object of options. */
async function answer(rpc: RpcNode, method: string, options: unknown): Promise<string> {
  const empty = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 1 });
  const params: Record<string, unknown[]> = {
    listunspent: [1, 9_999_999, [], true, options],
    simulaterawtransaction: [[], options],
    fundrawtransaction: [empty, options],
    walletcreatefundedpsbt: [[], { [TRUE_ADDRESS]: 1 }, 0, options],
    send: [{ [TRUE_ADDRESS]: 1 }, null, null, null, { psbt: true, ...(options as object) }],
    sendall: [[TRUE_ADDRESS], null, null, null, { psbt: true, ...(options as object) }],
    gethdkeys: [options],
    createwalletdescriptor: ['bech32', options],
    importdescriptors: [[{ desc: 'none', timestamp: 'now', ...(options as object) }]],
  };
  const { error } = JSON.parse((await rpc.post({ id: 1, method, params: params[method] })).text);
  return error === null ? 'taken' : `${error.code} ${error.message}`;
}

/** A method, its options, and what bitcoind answers. */
const CASES: [method: string, options: unknown, answer: string][] = [
  // These check all options before they read one.
  ['listunspent', { minimumAmout: 1 }, '-3 Unexpected key minimumAmout'],
  ['listunspent', { maximumCount: '2' }, wrong('string', 'number', 'maximumCount')],
  ['listunspent', { include_immature_coinbase: 1 }, wrong('number', 'bool', 'include_immature_coinbase')],
  ['listunspent', { include_immature_coinbase: null }, wrong('null', 'bool')],
  ['listunspent', { minimumAmount: null }, '-3 Amount is not a number or string'],
  ['listunspent', { minimumAmount: {}, other: 1 }, '-3 Unexpected key other'],
  ['listunspent', { minimumAmount: '0.1', maximumCount: 2 }, 'taken'],
  ['simulaterawtransaction', { other: 1 }, '-3 Unexpected key other'],
  ['simulaterawtransaction', { other: 1, include_watchonly: {} }, wrong('object', 'bool', 'include_watchonly')],
  ['simulaterawtransaction', { include_watchonly: null }, 'taken'],
  ['fundrawtransaction', { changeAdress: TRUE_ADDRESS }, '-3 Unexpected key changeAdress'],
  ['fundrawtransaction', { constructor: 1 }, '-3 Unexpected key constructor'],
  ['fundrawtransaction', { add_inputs: null }, wrong('null', 'bool')],
  ['fundrawtransaction', { feeRate: null }, '-3 Amount is not a number or string'],
  ['fundrawtransaction', { solving_data: [] }, wrong('array', 'object', 'solving_data')],
  ['fundrawtransaction', { subtractFeeFromOutputs: 1 }, '-1 JSON value is not an object or array as expected'],
  ['fundrawtransaction', { subtract_fee_from_outputs: 1 }, wrong('number', 'array', 'subtract_fee_from_outputs')],
  ['walletcreatefundedpsbt', { replaceable: 'yes' }, wrong('string', 'bool')],
  ['walletcreatefundedpsbt', { lockUnspents: 'yes' }, wrong('string', 'bool', 'lockUnspents')],
  // It reads some before.
  ['send', { inputs: 1 }, wrong('number', 'array')],
  ['send', { max_tx_weight: '400' }, wrong('string', 'number')],
  ['send', { minconf: '1' }, wrong('string', 'number', 'minconf')],
  ['send', { psbt: null }, wrong('null', 'bool')],
  ['send', { locktime: null }, 'taken'],
  ['send', { includeWatching: true }, '-8 Use include_watching instead of includeWatching'],
  ['send', { subtract_fee_from_outputs: true }, '-1 JSON value is not an object or array as expected'],
  // These read one after the other, and ignore what they do not know.
  ['sendall', { other: 1 }, 'taken'],
  ['sendall', { send_max: 1 }, wrong('number', 'bool')],
  ['sendall', { minconf: null }, wrong('null', 'number')],
  ['sendall', { inputs: {} }, wrong('object', 'array')],
  ['gethdkeys', { other: 1 }, 'taken'],
  ['gethdkeys', { private: 1 }, wrong('number', 'bool')],
  ['gethdkeys', { active_only: null }, wrong('null', 'bool')],
  ['createwalletdescriptor', { internal: 'no' }, wrong('string', 'bool')],
  ['createwalletdescriptor', { hdkey: 1 }, wrong('number', 'string')],
  ['importdescriptors', { other: 1 }, 'taken'],
  ['importdescriptors', { desc: 1 }, wrong('number', 'string')],
  ['importdescriptors', { active: 'yes' }, wrong('string', 'bool')],
  ['importdescriptors', { label: {} }, wrong('object', 'string')],
  ['importdescriptors', { timestamp: null }, '-3 Expected number or "now" timestamp value for key. got type null'],
  ['importdescriptors', { timestamp: [] }, '-3 Expected number or "now" timestamp value for key. got type array'],
];

test('names and types of options are checked as bitcoind does for each method', async () => {
  await using rpc = await funded();
  const answers: typeof CASES = [];
  for (const [method, options] of CASES) answers.push([method, options, await answer(rpc, method, options)]);
  expect(answers).toEqual(CASES);
});
