import { sbtcClientContract } from '../../contract/sbtc-client.js';
import { bootDevnet } from '../../devnet.js';
import { images } from '../../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/docker/real-nodes.js';

describeWithNodes('docker', () => sbtcClientContract('docker', () => bootDevnet({ engine: 'docker', images, gateway: true })));
