import { containerHands, dockerLauncher } from '../docker/launcher.js';
import { describeWithNodes } from '../docker/real-nodes.js';
import { recoverySuite } from './recovery.js';

describeWithNodes('containers', () => recoverySuite(dockerLauncher, containerHands));
