import { faultsSuite } from './faults.js';
import { containerHands, dockerLauncher } from './launch/docker/launcher.js';
import { describeWithNodes } from './launch/docker/real-nodes.js';

describeWithNodes('containers', () => faultsSuite(dockerLauncher, containerHands));
