import { images } from '../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes as describe } from '../engines/real-nodes/launch/docker/real-nodes.js';
import { compareWithRecording } from './compare-recording.js';
import { startGateway } from './conversation-gateway.js';

// Containers cannot reach loopback.
describe('the gateway of the docker engine', () =>
  compareWithRecording('core', startGateway({ engine: 'docker', images }), { observerHost: '0.0.0.0' }));
