import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, call, named } from '../../rpc/real/case.js';
import type { RpcClient } from '../../rpc/real/client.js';
import { on, type World } from './world.js';

/** Replacements of a payment that both nodes have. */
export async function bumpCases({ addresses, coinbases }: World, nodes: { maker: RpcClient; real: RpcClient }): Promise<Case[]> {
  const { maker, real } = nodes;
  const [legacy] = Object.values(addresses);
  const changes = { change_position: 1, locktime: 0, inputs: [{ txid: coinbases[7], vout: 0 }], add_to_wallet: false };
  const change = await maker.call('getrawchangeaddress', 'bech32');
  await real.call('getrawchangeaddress', 'bech32');
  const { hex, txid } = await maker.call('send', { [TRUE_ADDRESS]: 2 }, null, 'unset', 10, { ...changes, change_address: change });
  for (const node of [maker, real]) await node.call('sendrawtransaction', hex);
  const single = await maker.call('sendall', [change], null, 'unset', 10, {
    inputs: [{ txid: coinbases[6], vout: 0 }],
    locktime: 0,
    add_to_wallet: false,
  });
  for (const node of [maker, real]) await node.call('sendrawtransaction', single.hex);
  const spent = await maker.call('send', { [legacy as string]: 2 }, null, 'unset', 10, {
    ...changes,
    inputs: [{ txid: coinbases[8], vout: 0 }],
    change_address: TRUE_ADDRESS,
  });
  for (const node of [maker, real]) await node.call('sendrawtransaction', spent.hex);
  return [
    ...named('psbtbumpfee', {
      'with a rate': [txid, { fee_rate: 30 }],
      'without a rate': [txid],
      'with outputs': [txid, { fee_rate: 30, outputs: [{ [TRUE_ADDRESS]: 3 }] }],
      'with the index of the change': [txid, { fee_rate: 30, original_change_index: 1 }],
      'with a bad index': [txid, { original_change_index: 9 }],
      'with index and outputs': [txid, { original_change_index: 1, outputs: [{ [TRUE_ADDRESS]: 3 }] }],
      'with empty outputs': [txid, { outputs: [] }],
      'not replaceable': [txid, { fee_rate: 30, replaceable: false }],
    }),
    // With one output, so that both nodes make the same.
    ...named('bumpfee', {
      'with a rate that is not enough': [single.txid, { fee_rate: 10.05 }],
      'with a high rate': [single.txid, { fee_rate: 1_000_000 }],
      'with a target and a rate': [single.txid, { fee_rate: 30, conf_target: 6 }],
    }),
    call('bumpfee', [single.txid, { fee_rate: 25 }], 'values', 'bumpfee of a single output'),
    call('bumpfee', [single.txid, { fee_rate: 50 }], 'types', 'bumpfee again'),
    call('bumpfee', [txid, { fee_rate: 25 }], 'values', 'bumpfee of two outputs'),
    call('gettransaction', [txid], 'types', 'gettransaction of the replaced one'),
    call('getbalances'),
    call('listtransactions', ['*', 5], 'types'),
    call('abandontransaction', [txid], 'values', 'abandontransaction of the replaced one'),
    call('abandontransaction', [spent.txid], 'values', 'abandontransaction of a waiting one'),
  ].map((each) => on('w', each));
}
