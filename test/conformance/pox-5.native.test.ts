import { describeWithNodes as describe } from '../engines/real-nodes/launch/native/real-nodes.js';
import { pox5Suite } from './pox-5/suite.js';

describe('PoX-5 on the native engine', () => pox5Suite({ engine: 'native' }));
