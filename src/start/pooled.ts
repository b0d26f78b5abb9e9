import { hostname } from 'node:os';
import { once } from '../base/async.js';
import { closeAll } from '../base/close-all.js';
import { DevnetError, throwIfAborted } from '../base/error.js';
import { field, readNumber, readObject, readText } from '../base/json.js';
import { createConnectedDevnet } from '../network/connect.js';
import type { OperableDevnet } from '../network/types.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import { keepLease } from './lease.js';
import { createPoolClient, type PoolClient } from './pool-client.js';
import { networkShape } from './shape.js';

type Hooks = Pick<StartOptions, 'onProgress' | 'onWarning' | 'signal'>;
type Taken = {
  id: string;
  urls: { gateway: string; stacks: string; bitcoin: string };
  controlKey: string;
  credentials: { rpcUser: string; rpcPassword: string };
  secret: string;
  seconds: number;
};

/** How long a network may take to become free, in ms. CI jobs queue rather than fail. */
const LONGEST_WAIT_MS = 600_000;
/** How long one request waits, in seconds. */
const REQUEST_SECONDS = 60;

/**
 * Takes a network from a pool. Closing it ends its lease; until then this process renews it.
 * @throws DevnetError UNSUPPORTED if the networks of the pool have other settings; NOT_READY if none became free; NOT_REACHABLE,
 * UNAUTHORIZED, ABORTED
 */
export async function startPooled(config: ResolvedConfig & { pool: string }, hooks: Hooks): Promise<OperableDevnet> {
  const { pool: url, poolKey: key, mining } = config;
  const client = createPoolClient({ url, key });
  const settings = await networkShape(config);
  const taken = await take(client, { settings, label: `${hostname()} ${process.pid}` }, hooks).catch((error: unknown) => {
    client.close();
    throw error;
  });
  const lease = keepLease(client, taken, hooks.onWarning);
  const endLease = once(async () => {
    await lease.end();
    client.close();
  });
  try {
    throwIfAborted(hooks.signal);
    const { urls, controlKey, credentials } = taken;
    const devnet = await createConnectedDevnet({ url: urls.gateway, urls, controlKey, credentials, ended: lease.lost });
    const { close: disconnect } = devnet;
    const close = once(() => closeAll([endLease, disconnect]));
    const pooled = Object.assign(devnet, { close, [Symbol.asyncDispose]: close });
    // Only these settings can be changed afterwards.
    if (mining.bitcoin !== 'auto' || mining.stacks !== 'auto') await pooled.setMining(mining);
    return pooled;
  } catch (error) {
    await endLease().catch(() => undefined);
    throw error;
  }
}

async function take(client: PoolClient, body: object, { onProgress, signal }: Hooks): Promise<Taken> {
  const ending = new AbortController();
  const onAbort = (): void => ending.abort(new DevnetError('ABORTED', 'the start was aborted', { cause: signal?.reason }));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const deadline = performance.now() + LONGEST_WAIT_MS;
  try {
    for (;;) {
      const answer = await client.ask('POST', '/networks', { body, waitSeconds: REQUEST_SECONDS, signal: ending.signal });
      if ('body' in answer) return readTaken(answer.body);
      const { error, retrySeconds } = answer;
      if (retrySeconds === undefined || performance.now() > deadline) throw error;
      onProgress?.(`waiting for a network of the pool: ${error.message}`);
      await pause(retrySeconds * 1_000, ending.signal);
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function readTaken(body: object): Taken {
  const lease = readObject(field(body, 'lease'), 'lease');
  const urls = readObject(field(body, 'urls'), 'urls');
  const { username, password } = new URL(readText(readObject(field(body, 'environment'), 'environment'), 'DEVNET_BITCOIN_URL'));
  return {
    id: readText(body, 'id'),
    urls: { gateway: readText(urls, 'gateway'), stacks: readText(urls, 'stacks'), bitcoin: readText(urls, 'bitcoin') },
    controlKey: readText(body, 'controlKey'),
    credentials: { rpcUser: decodeURIComponent(username), rpcPassword: decodeURIComponent(password) },
    secret: readText(lease, 'secret'),
    seconds: readNumber(lease, 'seconds'),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
