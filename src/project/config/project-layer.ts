import { dirname } from '#platform/paths.js';
import type { DevnetSettings } from '../clarinet/devnet-settings.js';
import type { RemoteData } from '../clarinet/remote-data.js';
import type { Layer } from './layer.js';
import type { SettingKey } from './settings.js';

/** How to find and use a Clarinet project. */
export type ProjectLayerOptions = {
  /** The folder in which, or above which, a project is found if no source names one. @default none is looked for */
  directory?: string | undefined;
  /** Called with one line each: that a project was found, and which of its settings have no effect. */
  onNotice?: ((line: string) => void) | undefined;
};

/**
 * Reads the settings of the Clarinet project that other sources name, or that lies in the folder or above it.
 * @param above the sources that override it
 * @returns the path of its Clarinet.toml, and its settings; undefined without a project
 * @throws DevnetError INVALID_INPUT if there is no such project, or if its settings are wrong
 */
export async function projectLayer(
  above: readonly Layer[],
  { directory, onNotice }: ProjectLayerOptions,
): Promise<{ file: string; layer: Layer } | undefined> {
  const named = above.find((layer) => layer.has('project'))?.get('project');
  if (named === false) return undefined;
  const { findManifest, manifestAt } = await import('../clarinet/find.js');
  const file = typeof named === 'string' ? await manifestAt(named, 'project') : await foundFor(above, directory, findManifest);
  if (file === undefined) return undefined;
  if (named === undefined) onNotice?.(`using the Clarinet project ${file}; --no-project starts without it`);
  const { readDevnetSettings } = await import('../clarinet/devnet-settings.js');
  const settings = await readDevnetSettings(dirname(file));
  for (const notice of settings.notices) onNotice?.(notice);
  const { readRemoteData } = await import('../clarinet/remote-data.js');
  const layer = layerOf(settings, above);
  addFork(layer, await readRemoteData(file), { above, onNotice });
  return { file, layer };
}

/** Lets the network continue the one that `[repl.remote_data]` names, unless another source names one. */
function addFork(
  layer: Layer,
  remote: RemoteData | undefined,
  { above, onNotice }: Pick<ProjectLayerOptions, 'onNotice'> & { above: readonly Layer[] },
): void {
  if (remote === undefined || above.some((other) => other.has('fork.url'))) return;
  const { url, height } = remote;
  const engine = engineOf(above);
  if (engine !== 'embedded') {
    onNotice?.(`Clarinet.toml: without effect here: repl.remote_data, because the ${engine} engine cannot continue another network`);
    return;
  }
  onNotice?.(`continuing ${url}${height === undefined ? '' : ` at height ${height}`}, because of [repl.remote_data] in Clarinet.toml`);
  layer.set('fork.url', url);
  if (height !== undefined) layer.set('fork.height', height);
}

function engineOf(above: readonly Layer[]): unknown {
  return above.find((layer) => layer.has('engine'))?.get('engine') ?? 'embedded';
}

/** Finds a project for the engines that deploy its contracts. */
async function foundFor(
  above: readonly Layer[],
  directory: string | undefined,
  find: (directory: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  return directory === undefined || engineOf(above) === 'external' ? undefined : find(directory);
}

function layerOf({ accounts, ports, bitcoin, bitcoinMining, epoch, eventObservers }: DevnetSettings, above: readonly Layer[]): Layer {
  const values: Partial<Record<SettingKey, unknown>> = {
    'ports.gateway': ports.gateway,
    'ports.stacks': ports.stacks,
    'ports.bitcoin': ports.bitcoin,
    'bitcoin.rpcUser': bitcoin.rpcUser,
    'bitcoin.rpcPassword': bitcoin.rpcPassword,
    'mining.bitcoin': bitcoinMining,
    epoch,
    eventObservers,
  };
  // The accounts of another source replace those of the project.
  const isReplaced = above.some((layer) => layer.has('accounts.mnemonic') || layer.has('accounts.count'));
  if (!isReplaced) values['accounts.named'] = Object.fromEntries(accounts.map(({ label, ...account }) => [label, account]));
  const layer: Layer = new Map();
  for (const [key, value] of Object.entries(values)) if (value !== undefined) layer.set(key as SettingKey, value);
  return layer;
}
