import { TRUE_ADDRESS } from '../../harness.js';
import { COIN, rawTx } from '../../transactions.js';
import { type Case, call } from './case.js';
import type { World } from './world.js';

const DAY = 86_400;
const SEGWIT = { rules: ['segwit'] };
/** A block at a difficulty adjustment, a clock behind the tip and one far ahead of the mempool. Leaves that clock set. */
export function timeCases({ coinbases }: World, tipTime: number): Case[] {
  const template = call('getblocktemplate', [SEGWIT]);
  const late = rawTx({ inputs: [{ txid: coinbases[26] ?? '' }], outputs: [{ value: COIN }] });
  return [
    template,
    call('setmocktime', [tipTime - 1_200]),
    template,
    // bitcoind would answer with the template before, since by its clock no time has passed
    call('setmocktime', [tipTime - DAY]),
    call('generatetoaddress', [1, TRUE_ADDRESS]),
    call('generatetodescriptor', [1, 'raw(51)']),
    call('generateblock', [TRUE_ADDRESS, []]),
    call('generateblock', [TRUE_ADDRESS, [], false]),
    call('getmempoolinfo'),
    call('setmocktime', [tipTime + 15 * DAY]),
    call('sendrawtransaction', [late, 0]),
    call('getrawmempool'),
    call('getmempoolinfo'),
  ];
}
