import { faultsSuite } from './faults.js';
import { describeWithNodes } from './launch/native/real-nodes.js';
import { nativeLauncher, processHands } from './native.js';

describeWithNodes('processes', () => faultsSuite(nativeLauncher, processHands));
