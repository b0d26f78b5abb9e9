import { resolveConfig } from '../../config/resolve.js';
import type { Flags } from '../../config/text-layer.js';
import { readKeys } from '../../gateway/keys/key-file.js';
import { createKey, revokeKey } from '../../gateway/keys/keys.js';
import type { Context } from '../context.js';
import { type Output, table } from '../output.js';

/** `keys create [name]`: makes an API key and shows it, this once. */
export async function makeKey(flags: Flags, context: Context, output: Output, name: string): Promise<void> {
  const { entry, key } = await createKey(await keyFile(flags, context), name);
  if (output.json) {
    output.object({ id: entry.id, name: entry.name, createdAt: entry.createdAt, key });
    return;
  }
  output.line(key);
  output.note(`key ${entry.id}: send it as x-api-key; it is not shown again, and works where a rate limit policy is on`);
}

/** `keys list`: which keys there are, without what would open anything. */
export async function listKeys(flags: Flags, context: Context, output: Output): Promise<void> {
  const keys = await readKeys(await keyFile(flags, context));
  if (output.json) {
    output.object({ keys: keys.map(({ id, name, createdAt, revokedAt }) => ({ id, name, createdAt, revokedAt })) });
    return;
  }
  const rows = keys.map(({ id, name, createdAt, revokedAt }) => [id, createdAt, revokedAt ? `revoked ${revokedAt}` : 'good', name]);
  for (const line of table(rows)) output.line(line);
}

/** `keys revoke <id>`: gateways that run refuse the key from now on. */
export async function endKey(flags: Flags, context: Context, output: Output, id: string): Promise<void> {
  const { name, revokedAt } = await revokeKey(await keyFile(flags, context), id);
  if (output.json) output.object({ id, name, revokedAt });
  else output.line(`revoked ${id}`);
}

async function keyFile(flags: Flags, { env, cwd }: Context): Promise<string> {
  return (await resolveConfig({ flags, env, cwd, anyEngine: true })).apiKeys.file;
}
