import { projectContract } from '../../contract/project.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('native', () => projectContract({ engine: 'native' }));
