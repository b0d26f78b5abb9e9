import { connectDevnet } from '#dist/index.js';
import { devnetContract } from '../contract/devnet.js';
import { bootDevnet } from '../devnet.js';

devnetContract('the devnet that was started', async () => {
  const devnet = await bootDevnet({ gateway: true });
  return { devnet, close: devnet.close };
});

devnetContract('a connection to it', async () => {
  const running = await bootDevnet({ gateway: true });
  const devnet = await connectDevnet(running.urls.gateway);
  return { devnet, close: running.close };
});
