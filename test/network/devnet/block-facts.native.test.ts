import { startDevnet } from 'stacks-devnet';
import { testCache } from '../../cache.js';
import { blockFacts } from '../../contract/block-facts.js';
import { testWithNodes as test } from '../../engines/real-nodes/launch/native/real-nodes.js';

test('default: what contracts see of the blocks of a real node', async () => {
  await using devnet = await startDevnet({ engine: 'native', gateway: false, cache: testCache });
  const check = await blockFacts(devnet);
  await check({ failing: { 'miner-address': 'Internal(Expect("Failed to get block data."))' } });
});
