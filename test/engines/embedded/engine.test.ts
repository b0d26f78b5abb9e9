import { startEmbeddedEngine } from '#dist/engines/embedded/engine.js';
import { testCache } from '../../cache.js';
import { engineContract, engineOptions } from '../../contract/engine.js';

engineContract('embedded', startEmbeddedEngine, { ...engineOptions, cache: testCache });
