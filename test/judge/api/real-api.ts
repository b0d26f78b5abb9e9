import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { freePorts } from '../../free-ports.js';
import { createRelay, type Relay } from './relay.js';

/** The Stacks API, over a PostgreSQL of its own. */
export type RealApi = AsyncDisposable & {
  /** Its address, without a slash at the end. */
  url: string;
  /** What the network has to have as its event observer. */
  relay: Relay;
  /** The port at which the API looks for the node's RPC. */
  nodePort: number;
};

const READY_MS = 60_000;
const STEP_MS = 100;
/** The program of the real API that writes its OpenAPI document. */
const DESCRIBER = 'lib/openapi-generator.js';
/** Where Debian puts the programs of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * Returns why there is no real Stacks API here.
 *
 * `STACKS_API` names a folder with an executable `start`: it runs a built Stacks API in the foreground, configured by the environment
 * variables of that API (`PG_PORT`, `STACKS_CORE_EVENT_PORT`, …). PostgreSQL comes from `POSTGRES_BIN`, or from where Debian installs it; as
 * root it runs as the user `postgres`.
 */
export function missingApi(): string | undefined {
  const folder = process.env['STACKS_API'];
  if (folder === undefined) return 'STACKS_API names no folder with a Stacks API';
  if (!existsSync(path.join(folder, 'start'))) return `STACKS_API: ${folder} has no program "start"`;
  if (postgresFolder() === undefined) return `there is no PostgreSQL: neither POSTGRES_BIN nor ${DEBIAN}`;
  return undefined;
}

/**
 * Returns the routes and parameters of the query that the real API describes, as {@link allNames} writes them; undefined without a program
 * of it that writes the description. The description that it publishes leaves out what is deprecated.
 */
export async function realNames(): Promise<string[] | undefined> {
  const given = process.env['STACKS_API'];
  const folder = given && [given, path.join(given, 'src')].find((each) => existsSync(path.join(each, DESCRIBER)));
  if (!folder) return undefined;
  const temporary = mkdtempSync(path.join(tmpdir(), 'judge-api-'));
  try {
    const output = path.join(temporary, 'openapi.yaml');
    const env = { ...process.env, NODE_ENV: 'development', OPENAPI_INCLUDE_DEPRECATED: 'true', OPENAPI_OUTPUT: output };
    const child = spawn(process.execPath, [DESCRIBER], { cwd: folder, env, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) return undefined;
    const { paths } = parse(readFileSync(output, 'utf8')) as { paths: Record<string, Record<string, Described>> };
    return Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
        const name = `${method === 'get' ? '' : `${method.toUpperCase()} `}${url.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`;
        return [name, ...parameters.flatMap((each) => (each.in === 'query' ? [`${name} ?${each.name}`] : []))];
      }),
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

type Described = { parameters?: { in: string; name: string }[] };

/** Starts PostgreSQL and the Stacks API at free ports, and waits until the API answers. */
export async function startRealApi(): Promise<RealApi> {
  const [pg, api, events, nodePort] = (await freePorts(4)) as [number, number, number, number];
  const folder = mkdtempSync(path.join(tmpdir(), 'judge-api-'));
  const ends: (() => PromiseLike<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of ends.splice(0).reverse()) await each();
  };
  try {
    const database = await startPostgres(path.join(folder, 'pg'), pg);
    ends.push(() => database[Symbol.asyncDispose]());
    const child = spawn(path.join(process.env['STACKS_API'] as string, 'start'), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NODE_OPTIONS: '',
        PG_HOST: '127.0.0.1',
        PG_PORT: String(pg),
        PG_USER: 'postgres',
        PG_DATABASE: 'postgres',
        PG_SCHEMA: 'public',
        STACKS_BLOCKCHAIN_API_HOST: '127.0.0.1',
        STACKS_BLOCKCHAIN_API_PORT: String(api),
        STACKS_CORE_EVENT_PORT: String(events),
        STACKS_CORE_RPC_PORT: String(nodePort),
        STACKS_API_STORE_RAW_EVENTS: 'false',
        MEMPOOL_STATS_DEBOUNCE_INTERVAL: '0',
      },
    });
    const log = tail(child);
    ends.push(() => end(child));
    const url = `http://127.0.0.1:${api}`;
    await until(
      () => `the Stacks API does not answer:\n${log.text}`,
      child,
      async () => (await fetch(`${url}/extended`)).ok,
    );
    const relay = await createRelay(events);
    ends.push(() => relay[Symbol.asyncDispose]());
    return { url, relay, nodePort, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function postgresFolder(): string | undefined {
  const given = process.env['POSTGRES_BIN'];
  if (given !== undefined) return given;
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => path.join(DEBIAN, version, 'bin')).find((folder) => existsSync(path.join(folder, 'postgres')));
}

async function startPostgres(folder: string, port: number): Promise<AsyncDisposable> {
  const bin = postgresFolder() as string;
  const user = postgresUser();
  if (user !== undefined) chownSync(path.dirname(folder), user.uid, user.gid);
  const made = spawn(path.join(bin, 'initdb'), ['-D', folder, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'], {
    stdio: 'ignore',
    ...user,
  });
  const [code] = await once(made, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'jit=off'].flatMap((setting) => ['-c', setting]);
  const child = spawn(path.join(bin, 'postgres'), ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...quick], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  const log = tail(child);
  await until(
    () => `PostgreSQL does not start:\n${log.text}`,
    child,
    async () => log.text.includes('ready to accept connections'),
  );
  // SIGINT: its fast shutdown.
  return { [Symbol.asyncDispose]: () => end(child, 'SIGINT') };
}

/** PostgreSQL does not run as root. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (line === null) throw new Error('PostgreSQL does not run as root, and there is no user "postgres"');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Keeps the last lines of what a program writes, which also keeps its pipes from filling. */
function tail(child: ChildProcess): { text: string } {
  const log = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log.text = (log.text + text).slice(-4_000);
    });
  }
  return log;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}

async function until(problem: () => string, child: ChildProcess, isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + READY_MS; ; await sleep(STEP_MS)) {
    if (await isDone().catch(() => false)) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(problem());
  }
}
