import { once } from '../../../base/async.js';
import { type BitcoinClient, createBitcoinClient } from '../../../bitcoin/client.js';
import { createStacksClient, type StacksClient } from '../../../stacks/client.js';
import { readAnswer } from '../answers/read.js';
import { nodesAnswer } from '../answers/status.js';
import type { Control } from './control.js';
import type { ConnectionOptions } from './options.js';

/** The clients of both nodes. That of Stacks asks the gateway. */
export type Clients = { bitcoin(): Promise<BitcoinClient>; stacks: StacksClient };

export function createClients({ url, urls: reached, credentials }: ConnectionOptions, control: Control): Clients {
  return {
    stacks: createStacksClient({ rpcUrl: url }),
    bitcoin: once(async () => {
      if (reached !== undefined && credentials !== undefined) return createBitcoinClient({ rpcUrl: reached.bitcoin, ...credentials });
      // A copy without ports opens one for it.
      const { url: reported, ...reportedCredentials } = readAnswer(nodesAnswer, (await control('GET', '/nodes')).body).bitcoin;
      return createBitcoinClient({ rpcUrl: reached?.bitcoin ?? reported, ...(credentials ?? reportedCredentials) });
    }),
  };
}
