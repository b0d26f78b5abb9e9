import { resolveConfig } from '../../config/resolve.js';
import type { Flags } from '../../config/text-layer.js';
import { readKeys } from '../../gateway/keys/key-file.js';
import { createKey, revokeKey } from '../../gateway/keys/keys.js';
import type { Context } from '../context.js';
import { type Output, table } from '../output.js';

/** `keys create [name]`: creates an API key and prints it, only this once. */
export async function makeKey(flags: Flags, context: Context, output: Output, name: string): Promise<void> {
  const { entry, key } = await createKey(await keyFile(flags, context), name);
  if (output.json) {
    output.object({ id: entry.id, name: entry.name, createdAt: entry.createdAt, key });
    return;
  }
  output.line(key);
  output.note(`Key ${entry.id}: send it in the header x-api-key. It is not printed again, and matters only with --rate-limit.`);
}

/** `keys list`: lists the keys, without the keys themselves. */
export async function listKeys(flags: Flags, context: Context, output: Output): Promise<void> {
  const keys = await readKeys(await keyFile(flags, context));
  if (output.json) {
    output.object({ keys: keys.map(({ id, name, createdAt, revokedAt }) => ({ id, name, createdAt, revokedAt })) });
    return;
  }
  const rows = keys.map(({ id, name, createdAt, revokedAt }) => [id, createdAt, revokedAt ? `revoked ${revokedAt}` : 'valid', name]);
  for (const line of table(rows)) output.line(line);
}

/** `keys revoke <id>`: revokes a key; running gateways refuse it from now on. */
export async function endKey(flags: Flags, context: Context, output: Output, id: string): Promise<void> {
  const { name, revokedAt } = await revokeKey(await keyFile(flags, context), id);
  if (output.json) output.object({ id, name, revokedAt });
  else output.line(`revoked ${id}`);
}

async function keyFile(flags: Flags, { env, cwd }: Context): Promise<string> {
  return (await resolveConfig({ flags, env, cwd, anyEngine: true })).apiKeys.file;
}
