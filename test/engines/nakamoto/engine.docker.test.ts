import { startNakamotoEngine } from '#dist/engines/nakamoto/engine.js';
import { testCache } from '../../cache.js';
import { engineContract, engineOptions } from '../../contract/engine.js';
import { dockerLauncher } from '../docker/launcher.js';
import { describeWithNodes } from '../docker/real-nodes.js';

describeWithNodes('real nodes', () => {
  engineContract('docker', (options) => startNakamotoEngine(options, dockerLauncher()), { ...engineOptions, cache: testCache });
});
