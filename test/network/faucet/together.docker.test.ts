import { faucetContract } from '../../contract/faucet.js';
import { bootDevnet } from '../../devnet.js';
import { images } from '../../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/docker/real-nodes.js';

describeWithNodes('real nodes', () => {
  faucetContract('docker', { boot: (options) => bootDevnet({ engine: 'docker', images, ...options }) });
});
