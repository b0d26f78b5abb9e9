import { faucetContract } from '../../contract/faucet.js';
import { bootDevnet } from '../../devnet.js';
import { describeWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';

describeWithNodes('real nodes', () => {
  faucetContract('native', { boot: (options) => bootDevnet({ engine: 'native', ...options }) });
});
