import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll } from 'vitest';
import { testCache } from '../cache.js';
import { images } from '../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../engines/real-nodes/launch/docker/real-nodes.js';
import { requestedContract } from './requested-contract.js';

describeWithNodes('docker', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ engine: 'docker', images, cache: testCache });
  });
  afterAll(() => devnet.close());

  requestedContract(() => devnet.urls.gateway ?? '');
});
