import { startNakamotoEngine } from '#dist/engines/nakamoto/engine.js';
import { testCache } from '../../cache.js';
import { engineContract, engineOptions } from '../../contract/engine.js';
import { nativeLauncher } from './native.js';

engineContract('native', (options) => startNakamotoEngine(options, nativeLauncher()), { ...engineOptions, cache: testCache });
