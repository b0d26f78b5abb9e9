import { epoch4Suite } from './epoch-4.js';
import { describeWithNodes } from './launch/native/real-nodes.js';

describeWithNodes('Epoch 4.0', () => epoch4Suite({ engine: 'native' }));
