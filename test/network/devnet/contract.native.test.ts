import { startDevnet } from 'stacks-devnet';
import { testCache } from '../../cache.js';
import { devnetContracts } from '../../contract/devnet.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('native', () => devnetContracts(() => startDevnet({ engine: 'native', cache: testCache })));
