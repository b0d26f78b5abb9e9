import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe } from 'vitest';
import { requestedContract } from './requested-contract.js';

describe('embedded', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet();
  });
  afterAll(() => devnet.close());

  requestedContract(() => devnet.urls.gateway ?? '');
});
