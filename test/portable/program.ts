import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const { versions } = process;
/** The command line as the package ships it. */
export const main = path.join(path.dirname(createRequire(import.meta.url).resolve('stacks-devnet/package.json')), 'bundle/cli.js');
/** The words that run a script with the runtime of these tests. */
export const runtime: readonly string[] = 'deno' in versions ? [process.execPath, 'run', '--allow-all', '--quiet'] : [process.execPath];
export const isNode = !('deno' in versions) && !('bun' in versions);
export const isWindows = process.platform === 'win32';
/** Whether Wine runs these tests, as scripts/ci/portable.sh says. */
export const isWine = process.env['PORTABLE_WINE'] === '1';

/** A folder whose name has a space, removed at the end of the scope. */
export function folder(): { path: string } & Disposable {
  const made = mkdtempSync(path.join(tmpdir(), 'devnet test '));
  return { path: made, [Symbol.dispose]: () => rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
}

const settings = `[network]
name = "devnet"

[accounts.deployer]
mnemonic = "twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw"
balance = 100_000_000_000_000
`;

/** Writes text with the line ends of Windows, and the folders above it. */
export function writeLines(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text.replaceAll('\n', '\r\n'));
}

/** Writes the manifest and the accounts of a Clarinet project. */
export function writeProject(root: string, manifest: string): void {
  writeLines(path.join(root, 'Clarinet.toml'), manifest);
  writeLines(path.join(root, 'settings', 'Devnet.toml'), settings);
}

/** Returns the environment of commands that keep everything in `home`, except the boot images, and know no container engine. */
export function environment(home: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('DEVNET_') && name !== 'DOCKER_HOST');
  const folders = { HOME: home, USERPROFILE: home, LOCALAPPDATA: path.join(home, 'local data'), XDG_STATE_HOME: path.join(home, 'state') };
  return { ...Object.fromEntries(own), ...folders, DEVNET_CACHE_DIR: path.join(tmpdir(), 'portable cache'), NO_COLOR: '1' };
}

export type Ended = { status: number | null; stdout: string; stderr: string };
export type Running = {
  process: ChildProcess;
  /** Resolves with the first line of stdout that matches, past or future. */
  line(pattern: RegExp): Promise<string>;
  ended: Promise<Ended>;
} & AsyncDisposable;

/** Starts the command line, and kills it at the end of the scope. */
export function start(args: string[], home: string, options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Running {
  const [command = '', ...before] = runtime;
  const env = { ...environment(home), ...options.env };
  const child = spawn(command, [...before, main, ...args], { env, cwd: options.cwd ?? home, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const errors: string[] = [];
  let onLine = (): void => undefined;
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    onLine();
  });
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const ended = once(child, 'close').then(([status]) => ({ status, stdout: lines.join('\n'), stderr: errors.join('\n') }));
  return {
    process: child,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        onLine = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found !== undefined) resolve(found);
        };
        onLine();
        void ended.then(({ status, stderr }) => reject(new Error(`ended with ${status} before ${pattern}: ${stderr}`)));
      }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs the command line to its end. */
export const run = (args: string[], home: string, options?: Parameters<typeof start>[2]): Promise<Ended> =>
  start(args, home, options).ended;

/** Starts `up --json` on free ports, and resolves when its network is ready. */
export async function startUp(
  home: string,
  args: string[] = [],
  options?: Parameters<typeof start>[2],
): Promise<Running & { url: string }> {
  const up = start(['up', '--ports', 'auto', '--json', ...args], home, options);
  const { urls } = JSON.parse(await up.line(/^\{/)) as { urls: { gateway: string } };
  return Object.assign(up, { url: urls.gateway });
}

/** Requests a URL. Not by `fetch`, which does not connect under Wine. */
export function get(url: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Whether something serves the URL. */
export const answers = (url: string): Promise<boolean> =>
  get(`${url}/ready`).then(
    () => true,
    () => false,
  );
