import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The input of a terminal; `process.stdin`, except in tests. */
export type KeyInput = Pick<NodeJS.ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off' | 'unref'>;

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';

/**
 * Reads single keys. Ctrl-C and Ctrl-Z, which a terminal passes on as keys then, stay signals.
 * @param isForeground whether the terminal belongs to this process: changing that of a background job would stop it
 * @returns a function that gives the terminal back
 */
export function readKeys(input: KeyInput, onKey: (key: string) => void, isForeground: () => boolean = ownsTerminal): () => void {
  if (!isForeground()) return () => undefined;
  const onData = (data: Buffer | string): void => {
    for (const key of String(data)) {
      if (key === CTRL_C) process.kill(process.pid, 'SIGINT');
      else if (key === CTRL_Z) suspend();
      else onKey(key);
    }
  };
  const suspend = (): void => {
    input.setRawMode(false);
    process.once('SIGCONT', () => {
      if (isForeground()) input.setRawMode(true);
    });
    process.kill(process.pid, 'SIGTSTP');
  };
  input.setRawMode(true);
  input.on('data', onData);
  input.resume();
  // The keyboard alone keeps no network running.
  input.unref();
  return () => {
    input.off('data', onData);
    input.setRawMode(false);
    input.pause();
  };
}

/** Whether this process is in the foreground of its terminal: its process group is the terminal's. */
function ownsTerminal(): boolean {
  try {
    const [group, foreground] = process.platform === 'linux' ? groupsOfStat() : groupsOfPs();
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}

/** Fields 5 and 8 of the stat file (proc(5)), which follow the name in parentheses. */
function groupsOfStat(): (string | undefined)[] {
  const fields = (readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1) ?? '').split(' ');
  return [fields[2], fields[5]];
}

function groupsOfPs(): string[] {
  return execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
}
