import { describeWithNodes as describe } from '../engines/real-nodes/launch/native/real-nodes.js';
import { compareWithRecording } from './compare-recording.js';
import { startGateway } from './conversation-gateway.js';

describe('the gateway of the native engine', () => compareWithRecording('core', startGateway({ engine: 'native' })));
