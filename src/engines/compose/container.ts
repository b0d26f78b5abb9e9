import { constants } from 'node:fs';
import { open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DevnetError, invalid } from '../../error.js';
import { exists } from '../../system/exists.js';
import { until } from '../follow/until.js';
import { lastLines } from '../launch/last-lines.js';

/** A container that somebody else started. In it, `compose/service.sh` does what this process asks it for through a shared folder. */
export type Container = {
  readonly name: string;
  /** Resolves when it can be asked. @throws DevnetError MISSING */
  up(): Promise<void>;
  /** Whether it runs at this moment: its end of the pipe is open. */
  isUp(): Promise<boolean>;
  /** Runs a program in place of the one before, which must have ended. */
  run(command: readonly string[]): Promise<void>;
  /** @throws DevnetError NOT_REACHABLE when the container is gone */
  signal(name: 'TERM' | 'KILL' | 'STOP' | 'CONT'): Promise<void>;
  /** How the program ended, as shells tell it: 128 and the number of a signal. Undefined: it runs. */
  status(): Promise<number | undefined>;
  /** The file with the output of the program. */
  readonly outputFile: string;
  /** The last lines of the output, oldest first. */
  output(lines: number): Promise<string[]>;
};

/** Deadlines in ms: containers start one after the other; a request is done in a few. */
const startMs = 60_000;
const requestMs = 10_000;
/** What a program says is kept for errors, and by its container for everybody else: bytes after which it starts anew here. */
const outputLimit = 8 * 2 ** 20;

/** @param folder the one that all containers share @param name the service's in compose.yaml */
export function createContainer(folder: string, name: string): Container {
  const at = join(folder, 'services', name);
  const outputFile = join(at, 'output');
  let asked = 0;

  /** Not waiting for a reader, an open fails where there is none: the kernel knows whether the other side lives. */
  async function send(line: string): Promise<boolean> {
    try {
      await using pipe = await open(join(at, 'requests'), constants.O_WRONLY | constants.O_NONBLOCK);
      if (line !== '') await pipe.write(line);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENXIO' || error.code === 'ENOENT')) return false;
      throw error;
    }
  }

  async function request(verb: string): Promise<void> {
    const id = `${process.pid}-${++asked}`;
    const done = join(at, `${id}.done`);
    const gone = (): DevnetError => new DevnetError('NOT_REACHABLE', `the container of ${name} is not running`);
    if (!(await send(`${id} ${verb}\n`))) throw gone();
    await until({
      what: `the container of ${name} to answer to ${verb}`,
      timeoutMs: requestMs,
      intervalMs: 2,
      look: async () => {
        if (await exists(done)) return true;
        // Asked in vain, it would be waited for in vain: told at once.
        if (!(await send(''))) throw new DevnetError('MISSING', gone().message, { hint: `docker compose logs ${name}` });
        return undefined;
      },
    });
    await rm(done, { force: true });
  }

  return {
    name,
    outputFile,
    isUp: () => send(''),
    async up() {
      try {
        await until({ what: `the container of ${name}`, timeoutMs: startMs, look: async () => (await send('')) || undefined });
      } catch (error) {
        throw new DevnetError('MISSING', `no container of ${name} is there`, {
          expected: `the service ${name} of compose/compose.yaml, running`,
          received: at,
          hint: `docker compose ps ${name}`,
          cause: error,
        });
      }
    },
    async run(command) {
      const broken = command.find((argument) => argument.includes('\n'));
      if (broken !== undefined) throw invalid(name, 'arguments without line ends', broken);
      await writeFile(join(at, 'command'), command.map((argument) => `${argument}\n`).join(''), { mode: 0o600 });
      await request('run');
    },
    signal: request,
    async status() {
      const text = await readFile(join(at, 'status'), 'utf8').catch(() => undefined);
      await limit(outputFile);
      return text === undefined ? undefined : Number(text);
    },
    output: (lines) => lastLines(outputFile, { from: 0, lines }),
  };
}

async function limit(file: string): Promise<void> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > outputLimit) await truncate(file);
}
