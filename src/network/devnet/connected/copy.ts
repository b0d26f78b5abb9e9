import { once } from '../../../base/async.js';
import { closeAll } from '../../../base/close-all.js';
import { DevnetError } from '../../../base/error.js';
import type { CloneOptions, DevnetUrls } from '../../data.js';
import type { Perform } from '../../operations/operation.js';
import { plumbing } from '../../operations/status.js';
import type { Devnet } from '../../types.js';
import type { cloneAnswer } from '../answers/clones.js';
import type { Answer } from '../answers/schema.js';
import { checkCloneOptions } from '../clone.js';

/**
 * Starts a copy in the process of the network and connects to it. Closing it stops the copy.
 * @param connect connects to the gateway of the copy @throws DevnetError UNSUPPORTED for options of the process of the network
 */
export async function cloneThrough(
  perform: Perform,
  url: string,
  options: CloneOptions,
  connect: (gateway: string, urls: DevnetUrls) => Promise<Devnet>,
): Promise<Devnet> {
  const { ports = true, controlKey, rpcPassword } = checkCloneOptions(options);
  for (const [field, secret] of Object.entries({ controlKey, rpcPassword })) {
    if (secret === undefined) continue;
    throw new DevnetError('UNSUPPORTED', `${field}: a copy over HTTP has that of its network. Remove the option.`, { field });
  }
  const { id, urls } = (await perform(plumbing.openClone, { ports })) as Answer<typeof cloneAnswer>;
  const stop = async (): Promise<void> => {
    await perform(plumbing.closeClone, { id }).catch((error: unknown) => {
      if (!(error instanceof DevnetError && gone.has(error.code))) throw error;
    });
  };
  try {
    // Without ports, the gateway of the network answers, by the name that this process reaches it.
    const gateway = ports ? onHostOf(url, urls.gateway ?? url) : `${url}/devnet/v1/clones/${encodeURIComponent(id)}`;
    const devnet = await connect(gateway, ports ? urls : { ...urls, stacks: gateway });
    const { close: disconnect } = devnet;
    const close = once(() => closeAll([stop, disconnect]));
    return Object.assign(devnet, { close, [Symbol.asyncDispose]: close });
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** The network has ended, and the copy with it. */
const gone = new Set(['NOT_FOUND', 'NOT_REACHABLE', 'NOT_READY']);

/** This process may reach the other machine by another name than the gateway's own. */
function onHostOf(url: string, gateway: string): string {
  const { port } = new URL(gateway);
  const reached = new URL(url);
  reached.port = port;
  return reached.origin;
}
