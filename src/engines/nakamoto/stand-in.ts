import { createServer } from 'node:http';
import type { Site } from '../launch/launcher.js';
import { signerName } from './settings/services.js';

/**
 * Answers for the signers until they start: a signer takes 0.1 to 0.25 s for each Bitcoin block's event, in order, and would be
 * forty blocks behind when the first Nakamoto block waits for its signature. What it never hears of the first blocks, it does not need.
 * Only where a server of this process can be at a signer's address; elsewhere the signers start with the node.
 * @returns the function that ends it; undefined where there can be none
 */
export async function standIn(site: Site, signers: number): Promise<(() => Promise<void>) | undefined> {
  const back = await site.backchannel();
  const names = Array.from({ length: signers }, (_, index) => signerName(index));
  if (back === undefined || names.some((name) => site.address(name, 'events').host !== back.calledAs)) return undefined;
  const servers = names.map((name) => {
    const { host, port } = site.bind(name, 'events');
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
