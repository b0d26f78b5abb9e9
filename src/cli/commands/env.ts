import { networkEnvironment } from '#platform/network-environment.js';
import type { GatewayClient } from '../../network/connected.js';
import { network, plumbing } from '../../network/operations.js';
import { ask } from '../ask.js';
import type { Output } from '../output.js';

/** `env`: prints the URLs of a running devnet as lines of an environment, as `exec` sets them. */
export async function env(gateway: GatewayClient, output: Output): Promise<void> {
  // A copy without ports opens that of its Bitcoin node.
  const nodes = await ask(gateway, plumbing.nodes);
  const status = await ask(gateway, network.status);
  const variables = networkEnvironment(status.answer().urls, nodes.answer().bitcoin);
  if (output.json) output.object(variables);
  else for (const [name, value] of Object.entries(variables)) output.line(`${name}=${value}`);
}
