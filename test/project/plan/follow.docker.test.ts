import { projectContract } from '../../contract/project.js';
import { images } from '../../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/docker/real-nodes.js';

describeWithNodes('docker', () => projectContract({ engine: 'docker', images }));
