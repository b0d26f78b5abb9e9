import { images } from '../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes as describe } from '../engines/real-nodes/launch/docker/real-nodes.js';
import { pox5Suite } from './pox-5/suite.js';

// Containers cannot reach loopback.
describe('PoX-5 on the docker engine', () => pox5Suite({ engine: 'docker', images }, { observerHost: '0.0.0.0' }));
