import { expect, test } from 'vitest';
import { call, deploy, type TestChain, testChain, uint } from '../../clarity/support.js';

const SOURCE = '(define-read-only (hash-at (height uint)) (get-burn-block-info? header-hash height))';
const hashOf = (height: number, branch = 'aa'): string => `${branch}${height.toString(16).padStart(62, '0')}`;
const some = (hash: string): string => `0a0200000020${hash}`;
const NONE = '09';
const hashAt = (chain: TestChain, height: number): Promise<string> => chain.read('headers', 'hash-at', [uint(height)]);

test('contracts read the hashes of burn blocks up to the tip, on the branch of the chain', async () => {
  const chain = await testChain({ burnHashes: hashOf });
  chain.mineOk(deploy('headers', SOURCE));
  const tip = chain.heights.burn;
  const tenure = (hash: string) => chain.block({ tenure: true, burnHash: hash });
  expect(await hashAt(chain, 0)).toBe(some(hashOf(0)));
  expect(await hashAt(chain, tip)).toBe(some(hashOf(tip)));
  expect(await hashAt(chain, tip + 1)).toBe(NONE);

  const before = chain.capture();
  tenure(hashOf(tip + 1));
  expect(await hashAt(chain, tip + 1)).toBe(some(hashOf(tip + 1)));
  const fork = chain.fork();
  chain.restore(before);
  expect(await hashAt(chain, tip + 1)).toBe(NONE);
  tenure(hashOf(tip + 1, 'bb'));
  tenure(hashOf(tip + 2, 'bb'));
  expect(await hashAt(chain, tip + 1)).toBe(some(hashOf(tip + 1, 'bb')));
  expect(await hashAt(chain, tip)).toBe(some(hashOf(tip)));
  chain.restore(before);
  expect(await hashAt(chain, tip + 1)).toBe(NONE);
  // the fork stays on its own branch
  expect(await hashAt(fork, tip + 1)).toBe(some(hashOf(tip + 1)));
});

test('at-block sees the state and the Stacks chain after a block; since epoch 3.0 the Bitcoin chain stays that of the tip', async () => {
  const chain = await testChain({ epoch: '3.2' });
  const source = `
    (define-data-var n uint u0)
    (define-public (set (to uint)) (ok (var-set n to)))
    (define-read-only (id (height uint)) (unwrap-panic (get-stacks-block-info? id-header-hash height)))
    (define-read-only (past (height uint)) (at-block (id height) (list (var-get n) stacks-block-height burn-block-height)))`;
  chain.mineOk(deploy('past', source));
  const { stacks, burn } = chain.heights;
  chain.mineOk(call('past', 'set', [uint(7)]));
  chain.block({ tenure: true });
  chain.mineOk(call('past', 'set', [uint(8)]));
  const seen = async (height: number) => chain.read('past', 'past', [uint(height)]);
  expect(await seen(stacks)).toBe(`0b00000003${[0, stacks, burn + 1].map(uint).join('')}`);
  expect(await seen(stacks + 1)).toBe(`0b00000003${[7, stacks + 1, burn + 1].map(uint).join('')}`);
  expect(await seen(stacks + 2)).toBe(`0b00000003${[7, stacks + 2, burn + 1].map(uint).join('')}`);
});
