import type { FastifyRequest } from 'fastify';
import { DevnetError } from '../../base/error.js';
import type { KeyRing, KeyStore } from '../../gateway/keys.js';
import { createKeyRing, NO_TEAM, readKeys } from '../../gateway/keys.js';
import { keyHeaderNames } from '../../gateway/plugins.js';
import type { Caller } from './networks.js';

export type CallersOptions = {
  /** The file with the hashes of API keys. The name of a key is its team. */
  keyFile: string;
  /** Keys in another place than the file. */
  keys?: (KeyRing & Pick<KeyStore, 'list'>) | undefined;
  /** The name in the header `x-<service>-api-key`. */
  service: string;
  /** Whether a caller needs a key. */
  requireKey: boolean;
  /** The team that sees and ends all networks. */
  admin?: string | undefined;
};

/** Identifies callers by their API keys. @throws DevnetError UNAUTHORIZED, INVALID_INPUT if the file cannot be read, NOT_REACHABLE */
export function createCallers({
  keyFile,
  keys: given,
  service,
  requireKey,
  admin,
}: CallersOptions): (request: FastifyRequest) => Promise<Caller> {
  const keys = given ?? { ...createKeyRing(keyFile), list: () => readKeys(keyFile) };
  const headers = keyHeaderNames(service);
  return async ({ headers: sent }) => {
    const key = headers.flatMap((name) => sent[name] ?? [])[0];
    if (key === undefined) {
      if (requireKey) throw unauthorized('this pool needs an API key, in the header x-api-key');
      return { team: NO_TEAM, isAdmin: false };
    }
    const id = await keys.find(key);
    if (id === undefined) throw unauthorized('the API key is unknown or revoked');
    const name = (await keys.list()).find((entry) => entry.id === id)?.name;
    // A name that versions before have allowed must not open the networks of callers without a key.
    const team = name === undefined || name === '' || name === NO_TEAM ? id : name;
    return { team, isAdmin: team === admin };
  };
}

function unauthorized(message: string): DevnetError {
  const hint =
    'Set DEVNET_POOL_KEY, or send the header x-api-key. The operator of the pool makes a key: npx stacks-devnet keys create <team>';
  return new DevnetError('UNAUTHORIZED', message, { hint });
}
