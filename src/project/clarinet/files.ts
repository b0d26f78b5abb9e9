import { dirname, resolve } from 'node:path';
import { readPlan } from '../plan/file/read.js';
import { DEFAULT_PLAN } from '../plan/types.js';
import { SETTINGS_FILE } from './devnet-settings.js';
import { readManifest } from './manifest.js';

/**
 * Returns the absolute paths of the files that make a project: manifest, settings, deployment plan and contracts. Missing files are
 * included. A manifest or plan that cannot be read names no contracts.
 * @param manifest the path of `Clarinet.toml`
 * @param plan absolute, or relative to the project @default the project's own
 */
export async function projectFiles(manifest: string, plan: string = DEFAULT_PLAN): Promise<string[]> {
  const root = dirname(manifest);
  const [contracts, published] = await Promise.all([contractPaths(manifest), publishedPaths(root, plan)]);
  return [...new Set([manifest, ...[SETTINGS_FILE, plan, ...contracts, ...published].map((file) => resolve(root, file))])];
}

async function contractPaths(manifest: string): Promise<string[]> {
  // The epoch has no influence on paths.
  const read = await readManifest(manifest, { epoch: '4.0', difference: undefined }).catch(() => undefined);
  return [...(read?.contracts ?? []), ...(read?.bootContracts ?? [])].map(({ path }) => path);
}

async function publishedPaths(root: string, plan: string): Promise<string[]> {
  const read = await readPlan(root, plan).catch(() => undefined);
  const transactions = read?.batches.flatMap((batch) => batch.transactions) ?? [];
  return transactions.flatMap((transaction) => ('path' in transaction ? [transaction.path] : []));
}
