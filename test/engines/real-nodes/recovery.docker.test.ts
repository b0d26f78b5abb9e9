import { containerHands, dockerLauncher } from './launch/docker/launcher.js';
import { describeWithNodes } from './launch/docker/real-nodes.js';
import { recoverySuite } from './recovery.js';

describeWithNodes('containers', () => recoverySuite(dockerLauncher, containerHands));
