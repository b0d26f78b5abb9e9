import { startDevnet } from 'stacks-devnet';
import { testCache } from '../../cache.js';
import { readsAreLimited } from '../../contract/read-only.js';
import { testWithNodes as test } from '../../engines/real-nodes/launch/native/real-nodes.js';

test('default: reads of a real node have its limits, or those of the configuration', async () => {
  await readsAreLimited((options) => startDevnet({ engine: 'native', gateway: false, cache: testCache, ...options }));
});
