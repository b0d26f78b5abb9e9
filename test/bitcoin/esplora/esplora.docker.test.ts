import { esploraContract } from '../../contract/esplora.js';
import { images } from '../../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/docker/real-nodes.js';

describeWithNodes('docker', () => esploraContract({ engine: 'docker', images }));
