import { sbtcClientContract } from '../../contract/sbtc-client.js';
import { bootDevnet } from '../../devnet.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('real nodes', () => sbtcClientContract('native', () => bootDevnet({ engine: 'native', gateway: true })));
