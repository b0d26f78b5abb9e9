import { sbtcContract } from '../../contract/sbtc.js';
import { bootDevnet } from '../../devnet.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('real nodes', () => sbtcContract('native', () => bootDevnet({ engine: 'native', gateway: true })));
