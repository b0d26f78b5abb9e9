import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { isRecord, toJson } from '../base/json.js';
import { projectFiles } from '../project/clarinet.js';
import type { ResolvedConfig } from '../project/config.js';
import { resolveOptions, type SettingKey, schema, settingKeys } from '../project/config.js';

/**
 * Returns digests of the settings of a network that differ from their defaults. Two networks with the same digests behave the same. A
 * Clarinet project has the digest of its files.
 * @param options.ownPasswords whether the Bitcoin RPC has another password than the one of the configuration. @default false
 */
export async function networkShape(config: ResolvedConfig, { ownPasswords = false } = {}): Promise<Record<string, string>> {
  const shape: Record<string, string> = {};
  for (const [key, value] of changedSettings(config)) {
    if (key !== 'bitcoin.rpcPassword' || !ownPasswords) shape[key] = digest([toJson(value)]);
  }
  if (typeof config.project === 'string') shape['project'] = await projectDigest(config.project, config.plan);
  return shape;
}

/** Returns the settings of a network that differ from their defaults. */
export function changedSettings(config: ResolvedConfig): Map<SettingKey, unknown> {
  const defaults = resolveOptions();
  const changed = new Map<SettingKey, unknown>();
  for (const key of settingKeys) {
    if (!schema[key].ofNetwork) continue;
    const value = valueAt(config, key);
    if (toJson(value) !== toJson(valueAt(defaults, key))) changed.set(key, value);
  }
  return changed;
}

function valueAt(config: ResolvedConfig, key: SettingKey): unknown {
  return key.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), config);
}

async function projectDigest(manifest: string, plan: string | undefined): Promise<string> {
  const files = (await projectFiles(manifest, plan)).toSorted();
  const contents = await Promise.all(
    files.map(async (file) => [relative(dirname(manifest), file), await readFile(file, 'utf8').catch(() => '')]),
  );
  return digest(contents.flat());
}

function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  // The length separates the texts.
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:${text}`);
  return hash.digest('hex');
}
