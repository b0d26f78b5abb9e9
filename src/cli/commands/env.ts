import { readAnswer } from '../../devnet/answers/read.js';
import { nodesAnswer, statusAnswer } from '../../devnet/answers/status.js';
import { networkEnvironment } from '../../network-environment.js';
import type { Client } from '../client.js';
import type { Output } from '../output.js';

/** `env`: prints the URLs of a running devnet as lines of an environment, as `exec` sets them. */
export async function env(client: Client, output: Output): Promise<void> {
  // A copy without ports opens that of its Bitcoin node.
  const nodes = await client('GET', '/devnet/v1/nodes');
  const status = await client('GET', '/devnet/v1/status');
  const variables = networkEnvironment(readAnswer(statusAnswer, status.body).urls, readAnswer(nodesAnswer, nodes.body).bitcoin);
  if (output.json) output.object(variables);
  else for (const [name, value] of Object.entries(variables)) output.line(`${name}=${value}`);
}
