import { startDevnet } from 'stacks-devnet';
import { contractClientContract } from '../../contract/contract-client.js';
import { startInner } from './inner.js';

// A bare node does not report all outcomes; the gateway of a devnet does.
contractClientContract(
  'external',
  async () => {
    const inner = await startInner();
    const { bitcoin, gateway } = inner.urls;
    const external = { bitcoinRpc: bitcoin.replace('://', '://devnet:devnet@'), stacksRpc: gateway };
    const devnet = await startDevnet({ engine: 'external', external });
    const close = async (): Promise<void> => {
      await devnet.close();
      await inner[Symbol.asyncDispose]();
    };
    return Object.create(devnet, { close: { value: close } });
  },
  { restores: false },
);
