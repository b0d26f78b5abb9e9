import { inject } from 'vitest';
import { DevnetError } from '../../base/error.js';
import { connectSimnet } from './connection.js';
import { useNetwork } from './run-network.js';

const run = inject('stacksDevnet');
if (run === undefined) {
  const hint = "Add globalSetup: ['stacks-devnet/vitest/setup'] to the test options of your Vitest configuration.";
  throw new DevnetError('NOT_READY', `no network was started for this run. ${hint}`, { hint });
}

/** What the set-up file of clarinet-sdk expects of its environment. */
const options = { clarinet: { manifestPath: './Clarinet.toml', initBeforeEach: true, coverage: false, costs: false } };

Object.assign(globalThis, { simnet: useNetwork(connectSimnet(run.url)), options: Reflect.get(globalThis, 'options') ?? options });
