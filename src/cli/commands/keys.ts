import type { KeyStore } from '../../gateway/keys.js';
import { createKey, fileKeys, revokeKey } from '../../gateway/keys.js';
import type { Flags } from '../../project/config.js';
import { resolveConfig } from '../../project/config.js';
import type { Context } from '../context.js';
import { type Output, table } from '../output.js';

/** `keys create [name]`: creates an API key and prints it, only this once. */
export async function makeKey(flags: Flags, context: Context, output: Output, name: string): Promise<void> {
  const { entry, key } = await withKeys(flags, context, (keys) => createKey(keys, name));
  if (output.json) {
    output.object({ id: entry.id, name: entry.name, createdAt: entry.createdAt, key });
    return;
  }
  output.line(key);
  output.note(
    `Key ${entry.id}: send it in the header x-api-key. It is not printed again. Pools need it; a network uses it with --rate-limit.`,
  );
}

/** `keys list`: lists the keys, without the keys themselves. */
export async function listKeys(flags: Flags, context: Context, output: Output): Promise<void> {
  const keys = await withKeys(flags, context, (store) => store.list());
  if (output.json) {
    output.object({ keys: keys.map(({ id, name, createdAt, revokedAt }) => ({ id, name, createdAt, revokedAt })) });
    return;
  }
  const rows = keys.map(({ id, name, createdAt, revokedAt }) => [id, createdAt, revokedAt ? `revoked ${revokedAt}` : 'valid', name]);
  for (const line of table(rows)) output.line(line);
}

/** `keys revoke <id>`: revokes a key; running gateways refuse it from now on. */
export async function endKey(flags: Flags, context: Context, output: Output, id: string): Promise<void> {
  const { name, revokedAt } = await withKeys(flags, context, (keys) => revokeKey(keys, id));
  if (output.json) output.object({ id, name, revokedAt });
  else output.line(`revoked ${id}`);
}

/** Uses the keys of the configured Redis, or else of the configured file. */
async function withKeys<T>(flags: Flags, { env, cwd }: Context, use: (keys: KeyStore) => Promise<T>): Promise<T> {
  const { redis, apiKeys } = await resolveConfig({ flags, env, cwd, anyEngine: true });
  if (redis === undefined) return use(fileKeys(apiKeys.file));
  const { connectRedis, sharedKeys } = await import('../../cluster/keys.js');
  const connection = await connectRedis(redis);
  try {
    return await use(sharedKeys(connection));
  } finally {
    await connection.close();
  }
}
