import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll } from 'vitest';
import { testCache } from '../cache.js';
import { describeWithNodes } from '../engines/real-nodes/launch/native/real-nodes.js';
import { requestedContract } from './requested-contract.js';

describeWithNodes('native', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ engine: 'native', cache: testCache });
  });
  afterAll(() => devnet.close());

  requestedContract(() => devnet.urls.gateway ?? '');
});
