import { once } from '../../base/async.js';
import { closeAll } from '../../base/close-all.js';
import { DevnetError } from '../../base/error.js';
import { createConnectedDevnet } from '../../network/connect.js';
import { cannotClone } from '../../network/devnet.js';
import type { OperableDevnet } from '../../network/types.js';
import type { ResolvedConfig, StartOptions } from '../../project/config.js';
import { changedSettings } from '../../start/shape.js';
import { openSwarm } from './networks.js';

/**
 * Starts a network as a service of the Swarm. This process keeps it alive: without it the container ends after a minute.
 * @throws DevnetError MISSING without a Swarm, UNSUPPORTED for settings with files, NOT_READY if it ends before it is ready, TIMEOUT
 */
export async function startOnSwarm(config: ResolvedConfig, hooks: Pick<StartOptions, 'onProgress' | 'signal'>): Promise<OperableDevnet> {
  // Its ports are open on a machine of the Swarm, where everybody knows the default.
  const ownPasswords = !changedSettings(config).has('bitcoin.rpcPassword');
  const swarm = await openSwarm(config, { ...hooks, ownPasswords });
  const { urls, controlKey, bitcoin: credentials, lost, close: remove } = await swarm.start();
  const losing = new AbortController();
  void lost.then((reason) => losing.abort(new DevnetError('NOT_READY', `the network on the Swarm is lost: ${reason}`)));
  try {
    const devnet = await createConnectedDevnet({ url: urls.gateway, controlKey, credentials, urls, ended: losing.signal });
    const { close: disconnect } = devnet;
    const close = once(() => closeAll([remove, disconnect]));
    // A copy would listen at ports that the Swarm does not publish.
    const clone = () => Promise.reject(cannotClone('a Swarm'));
    return Object.assign(devnet, { clone, close, [Symbol.asyncDispose]: close });
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}
