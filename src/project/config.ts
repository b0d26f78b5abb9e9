export { externalExamples } from './config/check.js';
export { defineConfig } from './config/define-config.js';
export type { DevnetConfig, ResolvedConfig } from './config/devnet-config.js';
export { findConfigFile } from './config/file.js';
export { dockerHost, type NativeHost, nativeHost, userDirectories } from './config/hosts.js';
export { type PoolNumber, poolNumbers } from './config/pool-options.js';
export { type Counted, type RateLimits, windowText } from './config/rate-limit.js';
export { givenSettings, type ResolveConfigOptions, resolveConfig, resolveOptions, resolveStart } from './config/resolve.js';
export { checkGatewayUrl, conventionalUrl, isDevnetNamed, runningDevnet } from './config/running-devnet.js';
export { splitForkUrl } from './config/schema/fork.js';
export { conventionalElectrumPort, conventionalPorts } from './config/schema/network.js';
export { type DefaultPorts, describeDefault } from './config/setting.js';
export {
  environmentName,
  flagName,
  flagValue,
  groups,
  isSettingKey,
  negated,
  type SettingGroup,
  type SettingKey,
  schema,
  settingKeys,
  settingOf,
} from './config/settings.js';
export type { AnsweredRequest, DevnetOptions, StartOptions } from './config/start-options.js';
export { stateFileSetting } from './config/state-files.js';
export { coverageFolderVariable, type Flags, reservedVariables, textKeys } from './config/text-layer.js';
export { numberFromText } from './config/value-types.js';
