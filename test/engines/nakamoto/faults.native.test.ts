import { describeWithNodes } from '../native/real-nodes.js';
import { faultsSuite } from './faults.js';
import { nativeLauncher, processHands } from './native.js';

describeWithNodes('processes', () => faultsSuite(nativeLauncher, processHands));
