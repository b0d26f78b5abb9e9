import { createServer } from 'node:http';
import type { ServiceEnvironment } from '../launch/launcher.js';
import { signerName } from '../settings/services.js';

/**
 * Starts stubs that answer the node's events until the signers start. A signer takes 0.1 to 0.25 s for the event of each Bitcoin block, in
 * order, and would be forty blocks behind when the first Nakamoto block needs its signature. It does not need the earlier events.
 * @returns a function that stops them; undefined if this process cannot listen at the signers' addresses, so that they start with the node
 */
export async function startSignerStubs(environment: ServiceEnvironment, signers: number): Promise<(() => Promise<void>) | undefined> {
  const back = await environment.backchannel();
  const names = Array.from({ length: signers }, (_, index) => signerName(index));
  if (back === undefined || names.some((name) => environment.address(name, 'events').host !== back.calledAs)) return undefined;
  const servers = names.map((name) => {
    const { host, port } = environment.bind(name, 'events');
    const server = createServer((request, response) => {
      request.resume();
      response.end();
    });
    return { server, host, port };
  });
  const close = async (): Promise<void> => {
    await Promise.all(
      servers.map(({ server }) => {
        server.closeAllConnections();
        return new Promise<void>((resolve) => server.close(() => resolve()));
      }),
    );
  };
  try {
    for (const { server, host, port } of servers) {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}
