import { startDevnet } from 'stacks-devnet';
import { testCache } from '../../cache.js';
import { contractClientContract } from '../../contract/contract-client.js';
import { images } from '../../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/docker/real-nodes.js';

describeWithNodes('docker', () => contractClientContract('docker', () => startDevnet({ engine: 'docker', images, cache: testCache })));
