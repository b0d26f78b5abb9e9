import { esploraContract } from '../../contract/esplora.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('native', () => esploraContract({ engine: 'native' }));
