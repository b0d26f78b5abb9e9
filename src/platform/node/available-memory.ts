import { readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';

/**
 * Returns how much memory this process may still use, in bytes: of the machine, within the limit of its control group. Files that the
 * kernel has in memory count as free, because it gives them up; Node's own figure takes them for used in a container.
 */
export function availableMemory(): number {
  // What macOS calls free is only what it has no use for yet.
  if (process.platform === 'darwin') return totalmem();
  return Math.min(freemem(), process.availableMemory() + filesInMemory());
}

/** Returns the bytes of files that the control group of this process has in memory; 0 where there is none. */
function filesInMemory(): number {
  const groups = read('/proc/self/cgroup') ?? '';
  const [, first = ''] = /^\d+:memory:(.*)$/m.exec(groups) ?? [];
  const [, second = ''] = /^0::(.*)$/m.exec(groups) ?? [];
  // In a container, its own group is the root of what it sees.
  const folders = [`memory${first}`, 'memory', second, ''];
  const stat = folders.map((folder) => read(`/sys/fs/cgroup/${folder}/memory.stat`)).find((text) => text !== undefined);
  return stat === undefined ? 0 : filesIn(stat);
}

/** Returns the bytes of files that a `memory.stat` counts. */
export function filesIn(stat: string): number {
  // Groups of the first version say it also without the groups below them.
  const counts = stat.matchAll(stat.includes('total_active_file') ? /^total_(?:in)?active_file (\d+)$/gm : /^(?:in)?active_file (\d+)$/gm);
  return [...counts].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
