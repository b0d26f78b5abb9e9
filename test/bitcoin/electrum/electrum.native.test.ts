import { electrumContract } from '../../contract/electrum.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('native', () => electrumContract({ engine: 'native' }));
