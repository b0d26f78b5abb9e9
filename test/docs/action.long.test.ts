import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { emptyHome, main } from '../cli/child.js';

const root = path.resolve(import.meta.dirname, '../..');

type Step = { name?: string; run?: string };
const { runs } = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as {
  runs: { steps: Step[] };
};

/** A project that has installed this package, and the environment of one of its jobs. */
function job(settings: NodeJS.ProcessEnv = {}) {
  const home = emptyHome();
  mkdirSync(path.join(home.path, 'node_modules/.bin'), { recursive: true });
  // npm makes the program executable when it installs it.
  writeFileSync(path.join(home.path, 'node_modules/.bin/stacks-devnet'), `#!/bin/sh\nexec node ${main} "$@"\n`, { mode: 0o755 });
  writeFileSync(path.join(home.path, 'package.json'), '{}');
  const [file, temp] = [path.join(home.path, 'github.env'), path.join(home.path, 'tmp')];
  writeFileSync(file, '');
  const fixed = { ...home.env, GITHUB_ACTION_PATH: root, GITHUB_ENV: file, RUNNER_TEMP: temp, ...settings };
  const exported = () =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => splitOnce(line)),
    );
  return {
    home,
    temp,
    exported,
    /** Runs the step of this name as Bash would. */
    async step(name: string) {
      const { run = '' } = runs.steps.find((step) => step.name === name) ?? {};
      return bash(run, home.path, { ...fixed, ...exported() });
    },
    use: (commands: string) => bash(commands, home.path, { ...fixed, ...exported() }),
    [Symbol.dispose]: home[Symbol.dispose],
  };
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}

function bash(code: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-o', 'pipefail', '-c', code], { cwd, env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

describe('the action for GitHub', () => {
  test('behavior: in a home that cannot be written the network runs without a cache', async () => {
    using here = job({ DEVNET_CACHE_DIR: undefined });
    // Files in the way: these stop root, too.
    for (const name of ['.cache', '.local', '.npm']) writeFileSync(path.join(here.home.path, name), '');
    expect(await here.step('Start the network')).toMatchObject({ status: 0, output: expect.stringContaining('ready in ') });
    expect(await here.step('Stop the network')).toMatchObject({ status: 0, output: expect.stringContaining('stopped the devnet at ') });
  });

  test('default: the network runs with its URLs in the environment, and ends', async () => {
    using here = job();
    expect(await here.step('Start the network')).toMatchObject({ status: 0, output: expect.stringContaining('ready in ') });
    expect(here.exported()).toEqual({
      DEVNET_URL: expect.stringMatching(/^http:/),
      DEVNET_STACKS_URL: expect.stringMatching(/^http:/),
      DEVNET_BITCOIN_URL: expect.stringMatching(/^http:\/\/devnet:devnet@/),
    });
    const { DEVNET_URL: url } = here.exported();
    expect(await here.use('npx --no-install stacks-devnet mine && curl --silent --fail "$DEVNET_URL/ready"')).toMatchObject({ status: 0 });
    expect(await here.step('Stop the network')).toMatchObject({
      status: 0,
      output: expect.stringContaining(`stopped the devnet at ${url}`),
    });
    expect(here.exported()).toMatchObject({ DEVNET_URL: '', DEVNET_STACKS_URL: '', DEVNET_BITCOIN_URL: '' });
    await expect(fetch(`${url}/ready`)).rejects.toThrow();
    expect(logs(here.temp)).toEqual([expect.stringMatching(/^\d+\.log$/)]);
  });

  test('error: a network that cannot start fails the step, and stopping it does not', async () => {
    using here = job({ DEVNET_EPOCH: '9.9' });
    expect(await here.step('Start the network')).toMatchObject({ status: 2, output: expect.stringContaining('DEVNET_EPOCH') });
    expect(here.exported()).toEqual({});
    expect(await here.step('Stop the network')).toMatchObject({ status: 0, output: expect.stringContaining('no devnet runs') });
  });
});

/** The names of the logs that the last step of the action uploads. */
function logs(temp: string): string[] {
  const files = readdirSync(path.join(temp, 'stacks-devnet'), { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile() && file.name.includes('.log')).map(({ name }) => name);
}
