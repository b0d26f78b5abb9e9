import { test } from 'vitest';
import { blockFacts } from '../../contract/block-facts.js';
import { bootDevnet } from '../../devnet.js';

test('default: contracts see every property of every block, those of the boot too, before and after rewards mature', async () => {
  await using devnet = await bootDevnet();
  const check = await blockFacts(devnet);
  // The rewards of the first blocks have matured then, those of the last ones have not.
  await devnet.bitcoin.mine(110);
  // A node has no miner of the genesis block, and fails: test/network/devnet/block-facts.native.test.ts.
  await check({ failing: {} });
});
