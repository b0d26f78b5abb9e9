import { startDevnet } from 'stacks-devnet';
import { testCache } from '../../cache.js';
import { devnetContracts } from '../../contract/devnet.js';
import { images } from '../../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/docker/real-nodes.js';

describeWithNodes('docker', () => devnetContracts(() => startDevnet({ engine: 'docker', images, cache: testCache })));
