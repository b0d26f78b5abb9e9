import { describeWithNodes } from './launch/native/real-nodes.js';
import { nativeLauncher, processHands } from './native.js';
import { recoverySuite } from './recovery.js';

describeWithNodes('processes', () => recoverySuite(nativeLauncher, processHands));
