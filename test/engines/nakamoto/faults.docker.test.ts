import { containerHands, dockerLauncher } from '../docker/launcher.js';
import { describeWithNodes } from '../docker/real-nodes.js';
import { faultsSuite } from './faults.js';

describeWithNodes('containers', () => faultsSuite(dockerLauncher, containerHands));
