import { epoch4Suite } from './epoch-4.js';
import { images } from './launch/docker/launcher.js';
import { describeWithNodes } from './launch/docker/real-nodes.js';

describeWithNodes('Epoch 4.0', () => epoch4Suite({ engine: 'docker', images }));
