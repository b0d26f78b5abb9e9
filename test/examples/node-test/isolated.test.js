import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet({ isolate: 'test' });

describe('each test has its own network', () => {
  const heights = [];
  beforeEach(async () => {
    heights.push((await net.devnet.status()).stacks.height);
    await net.devnet.stacks.mine();
  });
  for (const name of ['one', 'two']) {
    test(name, () => assert.equal(new Set(heights).size, 1));
  }
});
