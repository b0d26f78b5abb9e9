import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

type Spawn = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/**
 * Returns what starts a program by its name, without a shell. On Windows, programs of npm such as `npm` and `vitest` are files with the
 * extension `.cmd`, which Node does not start by itself.
 */
export async function loadSpawn(): Promise<Spawn> {
  if (process.platform !== 'win32') return spawn;
  const { default: crossSpawn } = await import('cross-spawn');
  return (file, args, options) => crossSpawn(file, args, { ...options, windowsHide: true });
}
