import { startNakamotoEngine } from '#dist/engines/real-nodes/engine.js';
import { testCache } from '../../cache.js';
import { engineContract, engineOptions } from '../../contract/engine.js';
import { dockerLauncher } from './launch/docker/launcher.js';
import { describeWithNodes } from './launch/docker/real-nodes.js';

describeWithNodes('real nodes', () => {
  engineContract('docker', (options) => startNakamotoEngine(options, dockerLauncher()), { ...engineOptions, cache: testCache });
});
