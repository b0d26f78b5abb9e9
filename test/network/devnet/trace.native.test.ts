import { simulationContract } from '../../contract/simulation.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('native', () => simulationContract({ engine: 'native' }));
