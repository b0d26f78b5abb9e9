import { expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';

test('behavior: a transaction that reads the reward of a block of the boot is mined, and so are the next ones of its sender', async () => {
  await using devnet = await bootDevnet();
  await devnet.bitcoin.mine(2);
  const source = '(define-public (reward (height uint)) (ok (get-tenure-info? block-reward height)))';
  const { contract } = await devnet.stacks.deploy({ name: 'rewards', source, as: 'deployer' });
  for (const height of [1, 30]) {
    const { result } = await devnet.contract(contract).call('reward', [BigInt(height)], { as: 'wallet_1' });
    expect(result?.repr).toBe('(ok (some u1000000000))');
  }
});

test('behavior: the genesis block is that of a node on regtest', async () => {
  await using devnet = await bootDevnet();
  const source = `(define-read-only (genesis) {
    time: (get-stacks-block-info? time u0),
    tenure-time: (get-tenure-info? time u0),
    seed: (get-tenure-info? vrf-seed u0),
    id: (get-stacks-block-info? id-header-hash u0),
  })`;
  const { contract } = await devnet.stacks.deploy({ name: 'genesis', source, as: 'deployer', clarityVersion: 3 });
  expect(await devnet.contract(contract).read('genesis')).toEqual({
    time: 0n,
    'tenure-time': 0n,
    seed: bytes('9d150ae9e0bf90362b0d3ac9f47c63c739c2bdaffb0327e522cdec04fe74d6e1'),
    id: bytes('55c9861be5cff984a20ce6d99d4aa65941412889bdc665094136429b84f8c2ee'),
  });
});

function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}
