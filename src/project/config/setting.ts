import type { Environment } from '#platform/environment.js';
import type { EngineName } from '../../stacks/engine.js';
import type { Kind } from './value-type.js';

/** The values that a default may depend on. */
export type DefaultContext = { env: Environment; engine: EngineName; epoch: string; isFork: boolean };
type Default<Resolved> = Resolved | ((context: DefaultContext) => Resolved);

/** The properties of a setting besides its default. */
type SettingFields<Value, Input> = {
  kind: Kind<Value, Input>;
  /** A noun phrase that describes the setting: shown by `--help`, editors and docs/configuration.md. */
  help: string;
  /** Further sentences, shown by editors and docs/configuration.md. */
  details?: string | undefined;
  /** Replaces the default for `up` and `node`. */
  commandLineDefault?: NoInfer<Value> | undefined;
  /** The default in words. Needed if the value depends on the machine or does not explain itself. */
  defaultText?: string | undefined;
  /** A variable that is read if no source has the setting, also by `startDevnet()`, which reads no other variables. */
  fallbackVariable?: string | undefined;
  /** The flag, if it differs from the key in kebab case. */
  flag?: string | undefined;
  /** Whether the flag may be given several times. @default false */
  repeatable?: boolean | undefined;
  /** Whether the flag without a value means true. @default false */
  isSwitch?: boolean | undefined;
  /** Whether `--no-…` sets it to false. @default false */
  negatable?: boolean | undefined;
  /** Whether the setting has no flag and no variable, because its value does not fit into text. @default false */
  codeOnly?: boolean | undefined;
};

/**
 * One key of the configuration. Its type in code, its environment variable, its flag, its help and its row in
 * docs/configuration.md all come from here. `Resolved` is its type in a resolved configuration.
 */
export type Setting<Value, Input, Resolved> = SettingFields<Value, Input> & {
  /** The value if no source has one. Without a default the setting is optional. */
  default?: Default<Resolved> | undefined;
};

/** What a setting of a network has besides. */
export type OfNetwork = {
  /**
   * Whether another value makes another network: pools and parallel workers compare networks by these settings. The others say where a
   * network runs and who reaches it, or can be changed later.
   */
  ofNetwork: boolean;
};

/** Defines a setting of a network; the types of its values are inferred from its kind, and whether it is optional from its default. */
export function defineSetting<Value, Input>(
  setting: SettingFields<Value, Input> & OfNetwork & { default: Default<NoInfer<Value>> },
): Setting<Value, Input, Value> & OfNetwork;
export function defineSetting<Value, Input>(
  setting: SettingFields<Value, Input> & OfNetwork & { default?: Default<NoInfer<Value> | undefined> },
): Setting<Value, Input, Value | undefined> & OfNetwork;
export function defineSetting(setting: AnySetting & OfNetwork): AnySetting {
  return setting;
}

/** Defines a setting of a Bitcoin node without a network, as `defineSetting` does. */
export function defineNodeSetting<Value, Input>(
  setting: SettingFields<Value, Input> & { default: Default<NoInfer<Value>> },
): Setting<Value, Input, Value>;
export function defineNodeSetting<Value, Input>(
  setting: SettingFields<Value, Input> & { default?: Default<NoInfer<Value> | undefined> },
): Setting<Value, Input, Value | undefined>;
export function defineNodeSetting(setting: AnySetting): AnySetting {
  return setting;
}

/** A setting, where the types of its values do not matter. */
export type AnySetting = Setting<unknown, unknown, unknown>;

/** Which ports are the default: `up` and `node` take conventional ones, code and `exec` take free ones. */
export type DefaultPorts = 'conventional' | 'free';

/** Returns the default in words; undefined if the setting neither has one nor describes it. */
export function describeDefault({ default: value, commandLineDefault, defaultText }: AnySetting, ports: DefaultPorts): string | undefined {
  if (ports === 'conventional' && commandLineDefault !== undefined) return String(commandLineDefault);
  return defaultText !== undefined || value === undefined || typeof value === 'function' ? defaultText : String(value);
}
