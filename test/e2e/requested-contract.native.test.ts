import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe } from 'vitest';
import { testCache } from '../cache.js';
import { describeWithNodes } from '../engines/real-nodes/launch/native/real-nodes.js';
import { requestedContract } from './requested-contract.js';

describeWithNodes('native', () => {
  describe.each(['3.4', '4.0'] as const)('in Epoch %s', (epoch) => {
    let devnet: Devnet;
    beforeAll(async () => {
      devnet = await startDevnet({ engine: 'native', epoch, cache: testCache });
    });
    afterAll(() => devnet.close());

    requestedContract(() => devnet.urls.gateway ?? '');
  });
});
