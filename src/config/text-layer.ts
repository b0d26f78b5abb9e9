import { type Layer, setAllPorts, unknownKey } from './layer.js';
import { environmentName, flagName, isSettingKey, type SettingKey, settingKeys, settingOf } from './schema.js';

export type Environment = Readonly<Record<string, string | undefined>>;
/** Text of flags by the key they set. */
export type Flags = Readonly<Partial<Record<SettingKey | 'ports', string | undefined>>>;

/** Variables that tell a client where a running devnet is; they configure nothing. */
export const reservedVariables = ['DEVNET_URL', 'DEVNET_STACKS_URL', 'DEVNET_BITCOIN_URL'] as const;

/**
 * What the variables `DEVNET_…` set; an empty one counts as not set.
 * @throws DevnetError INVALID_INPUT
 */
export function environmentLayer(env: Environment): Layer {
  const layer: Layer = new Map();
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('DEVNET_') || text === undefined || text === '' || reservedNames.has(name)) continue;
    const key = settable.find((candidate) => environmentName(candidate) === name);
    if (key === undefined) throw unknownKey({ field: name }, [...settable.map(environmentName), ...reservedVariables]);
    readText(key, text, name, layer);
  }
  return layer;
}

/**
 * What flags set.
 * @throws DevnetError INVALID_INPUT
 */
export function flagLayer(flags: Flags): Layer {
  const layer: Layer = new Map();
  for (const [key, text] of Object.entries(flags)) {
    if (text === undefined) continue;
    if (key !== 'ports' && !isSettingKey(key)) throw unknownKey({ field: key }, settable);
    readText(key, text, key === 'ports' ? '--ports' : flagName(key), layer);
  }
  return layer;
}

const settable = [...settingKeys, 'ports'] as const;
const reservedNames: ReadonlySet<string> = new Set(reservedVariables);

function readText(key: SettingKey | 'ports', text: string, field: string, layer: Layer): void {
  if (key === 'ports') setAllPorts(text, { field }, layer);
  else layer.set(key, settingOf(key).kind.readText(text, { field }));
}
