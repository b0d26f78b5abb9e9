import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, call, calls } from '../../rpc/real/case.js';
import type { RpcClient } from '../../rpc/real/client.js';
import { hand } from '../../rpc/real/world.js';
import { on, type World } from './world.js';

/** Transactions before and after their block, and after a reorganisation. */
export async function historyCases({ coinbases, hashes }: World, { maker, real }: { maker: RpcClient; real: RpcClient }): Promise<Case[]> {
  const options = { change_position: 1, locktime: 0, inputs: [{ txid: coinbases[1], vout: 0 }], add_to_wallet: false };
  const change = await maker.call('getrawchangeaddress', 'bech32');
  await real.call('getrawchangeaddress', 'bech32');
  const { hex, txid } = await maker.call('send', { [TRUE_ADDRESS]: 2 }, null, 'unset', 10, { ...options, change_address: change });
  for (const node of [maker, real]) await node.call('sendrawtransaction', hex);
  const waiting = [txid];
  const [hash] = (await maker.call('generatetoaddress', 1, TRUE_ADDRESS)) as [string];
  await hand(maker, real, hash);
  const lists = (depth: 'values' | 'unordered') => [
    ...calls('gettransaction', [[coinbases[0]], [coinbases[0], null, true], ...waiting.map((txid) => [txid])]),
    ...calls('listtransactions', [[], ['*', 3], ['*', 2, 1], ['*', 0], ['*', -1], ['*', 1, -1], ['shop'], ['']], depth),
    ...calls(
      'listsinceblock',
      [
        [],
        [hashes[100]],
        [hash],
        [hash, 2],
        [hash, 0],
        ['00'.repeat(32)],
        ['x'],
        ['', 1, false, false],
        ['', 1, false, true, true],
        ['', 1, false, true, false, 'shop'],
        ['', 1, false, true, false, '*'],
        ['', 1, false, true, true, ''],
        ['', 1, false, true, false, 'legacy'],
      ],
      'unordered',
    ),
    call('getbalances'),
  ];
  return [
    ...lists('values'),
    call('bumpfee', [waiting[0]], 'values', 'bumpfee of a mined one'),
    call('invalidateblock', [hash]),
    ...lists('unordered'),
    call('reconsiderblock', [hash]),
    call('getwalletinfo'),
  ].map((each) => on('w', each));
}
