import { images } from '../engines/docker/launcher.js';
import { describeWithNodes as describe } from '../engines/docker/real-nodes.js';
import { compareWithRecording } from './compare-recording.js';
import { startGateway } from './conversation-gateway.js';

// Containers cannot reach loopback.
describe('the gateway of the docker engine', () =>
  compareWithRecording('core', startGateway({ engine: 'docker', images }), { observerHost: '0.0.0.0' }));
