import { startDevnet } from 'stacks-devnet';
import { testCache } from '../../cache.js';
import { contractClientContract } from '../../contract/contract-client.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('native', () => contractClientContract('native', () => startDevnet({ engine: 'native', cache: testCache })));
