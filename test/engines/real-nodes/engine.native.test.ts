import { startNakamotoEngine } from '#dist/engines/real-nodes/engine.js';
import { testCache } from '../../cache.js';
import { engineContract, engineOptions } from '../../contract/engine.js';
import { describeWithNodes } from './launch/native/real-nodes.js';
import { nativeLauncher } from './native.js';

describeWithNodes('real nodes', () => {
  engineContract('native', (options) => startNakamotoEngine(options, nativeLauncher()), { ...engineOptions, cache: testCache });
});
