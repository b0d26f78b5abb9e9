import { simulationContract } from '../../contract/simulation.js';
import { images } from '../../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/docker/real-nodes.js';

describeWithNodes('docker', () => simulationContract({ engine: 'docker', images }));
