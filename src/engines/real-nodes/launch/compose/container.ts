import { constants } from 'node:fs';
import { open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '#platform/exists.js';
import { DevnetError, invalid } from '../../../../base/error.js';
import { until } from '../../../common/follow/until.js';
import { lastLines } from '../last-lines.js';

/** A container that Docker Compose started. `compose/service.sh` in it executes the requests of this process, through a shared folder. */
export type Container = {
  readonly name: string;
  /** Resolves when it accepts requests. @throws DevnetError MISSING */
  up(): Promise<void>;
  /** Whether it runs now: its end of the pipe is open. */
  isUp(): Promise<boolean>;
  /** Runs a program. The previous one must have ended. */
  run(command: readonly string[]): Promise<void>;
  /** @throws DevnetError NOT_REACHABLE if the container has ended */
  signal(name: 'TERM' | 'KILL' | 'STOP' | 'CONT'): Promise<void>;
  /** Returns the exit status of the program, 128 + n for signal n; undefined while it runs. */
  status(): Promise<number | undefined>;
  /** The file with the output of the program. */
  readonly outputFile: string;
  /** The last lines of the output, oldest first. */
  output(lines: number): Promise<string[]>;
};

/** Timeouts in ms: containers start one after another; a request takes a few. */
const startMs = 60_000;
const requestMs = 60_000;
/** The size in bytes at which the output file is emptied. Docker stores the whole output as the log of the container. */
const outputLimit = 8 * 2 ** 20;

/** @param folder the folder that all containers share @param name of the service in compose.yaml */
export function createContainer(folder: string, name: string): Container {
  const at = join(folder, 'services', name);
  const outputFile = join(at, 'output');
  let requests = 0;

  /** Writes to the pipe of requests. Opening it without waiting fails if the container does not read it. @returns whether it does */
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
    const id = `${process.pid}-${++requests}`;
    const done = join(at, `${id}.done`);
    const gone = (): DevnetError => new DevnetError('NOT_REACHABLE', `the container of ${name} is not running`);
    if (!(await send(`${id} ${verb}\n`))) throw gone();
    await until({
      what: `the container of ${name} to answer to ${verb}`,
      timeoutMs: requestMs,
      intervalMs: 2,
      look: async () => {
        if (await exists(done)) return true;
        // A container that has ended will not answer.
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
        throw new DevnetError('MISSING', `the container of ${name} does not run`, {
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
