import { DevnetError } from '../../base/error.js';
import { toJson } from '../../base/json.js';
import type { ResolvedConfig, SettingKey } from '../../project/config.js';
import { conventionalPorts } from '../../project/config.js';
import { changedSettings } from '../../start/shape.js';

/** Settings that name files of this machine. */
const OF_FILES: readonly SettingKey[] = ['project', 'plan', 'contracts', 'sbtc.contracts', 'coverage', 'bitcoin.files'];

/**
 * Returns the configuration file of a network in a container: what differs from the defaults, where it listens, and its control key.
 * @throws DevnetError UNSUPPORTED for files of this machine, which the container does not have
 */
export function containerConfig(config: ResolvedConfig, controlKey: string): string {
  const { engine, bootContracts, mining, page } = config;
  const settings = changedSettings(config);
  if (bootContracts?.startsWith('/')) throw noFiles('bootContracts');
  const ofFiles = OF_FILES.find((key) => settings.has(key));
  if (ofFiles !== undefined) throw noFiles(ofFiles);
  for (const key of ['state', 'loadState', 'dumpState'] as const) if (config[key] !== undefined) throw noFiles(key);
  if (engine === 'external') throw new DevnetError('UNSUPPORTED', 'engine: external nodes run where they are', { field: 'engine' });
  const nested: Record<string, unknown> = {};
  for (const [key, value] of settings) put(nested, key.split('.'), value);
  return toJson({
    ...nested,
    mining,
    page,
    // A container has all programs of the real nodes, or none.
    engine: engine === 'docker' ? 'native' : engine,
    host: '0.0.0.0',
    // Clients use the name of the machine, whatever it is; pages do not know the key.
    allowedHosts: ['*'],
    ports: conventionalPorts,
    control: { key: controlKey },
  });
}

function put(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[name] = value;
  else {
    const inner = (target[name] ?? {}) as Record<string, unknown>;
    target[name] = inner;
    put(inner, rest, value);
  }
}

function noFiles(field: string): DevnetError {
  const message = `${field}: a network on a Swarm has no files of this machine. Deploy contracts after the start, or remove the setting.`;
  return new DevnetError('UNSUPPORTED', message, { field });
}
