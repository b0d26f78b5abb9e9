import { faucetContract } from '../contract/faucet.js';
import { bootDevnet } from '../devnet.js';
import { images } from '../engines/docker/launcher.js';
import { describeWithNodes } from '../engines/docker/real-nodes.js';

describeWithNodes('real nodes', () => {
  faucetContract('docker', { boot: (options) => bootDevnet({ engine: 'docker', images, ...options }), middle: 1 });
});
