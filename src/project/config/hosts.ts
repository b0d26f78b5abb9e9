import type { Environment } from '#platform/environment.js';
import { usableStateFolder } from '#platform/state-folder.js';

/** The settings of the native engine that come from the environment. */
export type NativeHost = {
  /** The variables that the engine's programs get; they get no others. */
  environment: Record<string, string>;
  /** The folder with the state of runs. */
  stateDir: string;
};

/** Returns the environment of the native engine. @param env @default this process's environment */
export function nativeHost(env: Environment = process.env): NativeHost {
  const entries = passedVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { environment: Object.fromEntries(entries), stateDir: usableStateFolder(env) };
}

/** Returns the variables that locate the container engine. @param env @default this process's environment */
export function dockerHost(env: Environment = process.env): Environment {
  return { DOCKER_HOST: env['DOCKER_HOST'], HOME: env['HOME'], XDG_RUNTIME_DIR: env['XDG_RUNTIME_DIR'] };
}

/** Returns the variables that locate the user's directories. @param env @default this process's environment */
export function userDirectories(env: Environment = process.env): Environment {
  return { HOME: env['HOME'], XDG_STATE_HOME: env['XDG_STATE_HOME'], LOCALAPPDATA: env['LOCALAPPDATA'] };
}

/** Variables that a program or a wrapper script may need to start. */
const passedVariables = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];
