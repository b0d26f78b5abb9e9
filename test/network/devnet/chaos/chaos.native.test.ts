import { startDevnet } from 'stacks-devnet';
import { testCache } from '../../../cache.js';
import { describeWithNodes } from '../../../engines/real-nodes/launch/native/real-nodes.js';
import { chaosSuite } from './suite.js';

describeWithNodes('native', () => chaosSuite(() => startDevnet({ engine: 'native', cache: testCache })));
