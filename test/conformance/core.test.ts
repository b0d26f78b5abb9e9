import { describe } from 'vitest';
import { startTestNode } from '../stacks/node/test-node.js';
import { compareWithRecording } from './compare-recording.js';
import { startGateway } from './conversation-gateway.js';

describe('the embedded node', () => compareWithRecording('core', ({ endpoint }) => startTestNode({ eventObservers: [endpoint] })));
describe('the gateway of the embedded engine', () => compareWithRecording('core', startGateway({ engine: 'embedded' })));
