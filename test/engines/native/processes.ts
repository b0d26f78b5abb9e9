import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a process is there, and does not merely wait to be collected by its parent. */
export function isRunning(pid: number): boolean {
  return stateOf(pid) !== '' && !stateOf(pid).startsWith('Z');
}

/** The state of a process as ps tells it: `S` sleeps, `T` is stopped; nothing when there is none. */
export function stateOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** The pids of running programs whose command line has this text. */
export function runningWith(text: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line)).map((line) => Number.parseInt(line, 10));
}

/** Resolves when something outside this process holds; the test's own deadline ends it otherwise. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20);
}
