import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connectDevnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { freePorts } from '../../free-ports.js';
import { FULL_LENGTH } from '../../full-length.js';
import { copyProject, type ProjectCopy } from '../../project/clarinet/fixture.js';
import { type Child, child, emptyHome } from '../child.js';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const COUNTER = 'contracts/counter.clar';
const NUMBERS = 'contracts/numbers.clar';

type Watched = AsyncDisposable & {
  project: ProjectCopy;
  home: string;
  up: Child;
  urls: string[];
  gateway: string;
  /** Resolves with the line of the restart with this number, from 1. */
  restarted(count: number): Promise<string>;
  /** Resolves when this text was printed to stderr so many times. */
  printed(text: string, times?: number): Promise<void>;
  /** Returns the functions of a contract of the deployer, as the gateway has it. */
  functions(contract: string): Promise<string[]>;
};

async function startWatch(args = ['--ports', 'auto'], prepare: (project: ProjectCopy) => void = () => undefined): Promise<Watched> {
  const project = copyProject();
  prepare(project);
  const home = emptyHome();
  const up = child(['up', '--watch', '--no-requirements-fetch', ...args], home.env, { cwd: project.root });
  await up.line(/^project +/);
  // The page is at the gateway's own address: each server counts once.
  const urls = [...new Set(up.stdout.flatMap((line) => line.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []))];
  const [gateway = ''] = urls;
  const restarts = () => up.stdout.filter((line) => line.startsWith('restarted in '));
  const count = (text: string) => up.stderr.filter((line) => line.includes(text)).length;
  return {
    ...{ project, home: home.path, up, urls, gateway },
    async restarted(number) {
      await expect.poll(restarts, { timeout: 30_000 }).toHaveLength(number);
      return restarts()[number - 1] ?? '';
    },
    async printed(text, times = 1) {
      await expect.poll(() => count(text), { timeout: 30_000 }).toBe(times);
    },
    async functions(contract) {
      const answer = await fetch(`${gateway}/v2/contracts/interface/${DEPLOYER}/${contract}`);
      if (answer.status === 404) return [];
      const { functions } = (await answer.json()) as { functions: { name: string }[] };
      return functions.map(({ name }) => name);
    },
    async [Symbol.asyncDispose]() {
      await up[Symbol.asyncDispose]();
      project[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
}

/** Adds a function to the end of a contract. */
function append({ write, read }: { write: ProjectCopy['write']; read: ProjectCopy['read'] }, file: string, code: string): void {
  write(file, `${read(file)}\n${code}\n`);
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

test('default: a changed contract restarts the network, on the same ports and with the same accounts', async () => {
  await using watched = await startWatch();
  const { project, gateway, urls, up } = watched;
  await using devnet = await connectDevnet(gateway);
  await devnet.mine({ bitcoin: 1 });
  const { bitcoin } = await devnet.status();

  append(project, COUNTER, '(define-read-only (seven) u7)');
  expect(await watched.restarted(1)).toMatch(/^restarted in \d+ ms: contracts\/counter\.clar changed; 4 contracts, 1 requirement$/);
  expect(await watched.functions('counter')).toContain('seven');
  await using again = await connectDevnet(gateway);
  expect(again.accounts).toEqual(devnet.accounts);
  expect(again.urls).toEqual(devnet.urls);
  expect((await again.status()).bitcoin.height).toBe(bitcoin.height - 1);
  // The new network works, and its events are printed.
  const { bitcoin: mined } = await again.mine({ bitcoin: 1 });
  await up.line(new RegExp(`^[0-9:]{8} bitcoin {2}block ${mined.height} ${mined.hashes[0]?.slice(0, 6)}`));

  up.process.kill('SIGINT');
  expect(await up.ended).toMatchObject({ status: 0, signal: null });
  expect(await Promise.all(urls.map(isUp))).toEqual([false, false, false]);
});

test('behavior: what is broken leaves the network as it is, and the message has file, line and a caret', async () => {
  await using watched = await startWatch();
  const { project, up, gateway } = watched;
  await using devnet = await connectDevnet(gateway);
  await devnet.mine({ bitcoin: 3 });
  const { bitcoin } = await devnet.status();
  const kept = 'the network keeps the project as it was';

  const good = project.read(COUNTER);
  append(project, COUNTER, '(define-read-only (seven) (var-gett count))');
  await watched.printed(kept);
  expect(up.stderr.join('\n')).toContain(
    [
      "error: contracts/counter.clar:13:28: use of unresolved function 'var-gett'",
      '  (define-read-only (seven) (var-gett count))',
      '                             ^',
      kept,
    ].join('\n'),
  );
  project.write(COUNTER, good);
  await watched.printed('the project is again the one of the network');

  project.edit('Clarinet.toml', 'deployer = "alice"', 'deployer = "carol"');
  await watched.printed(kept, 2);
  expect(up.stderr.join('\n')).toMatch(
    /error: Clarinet\.toml:21:1: contracts\.token\.deployer: .*"carol".*\n {2}deployer = "carol"\n {2}\^\n/,
  );
  project.edit('settings/Devnet.toml', '[accounts.bob]', '[accounts.bob');
  await watched.printed(kept, 3);
  project.write('deployments/default.devnet-plan.yaml', 'name: [');
  project.edit('settings/Devnet.toml', '[accounts.bob', '[accounts.bob]');
  project.edit('Clarinet.toml', 'deployer = "carol"', 'deployer = "alice"');
  await expect.poll(() => up.stderr.join('\n')).toMatch(/error: deployments\/default\.devnet-plan\.yaml:1:\d+: /);

  expect((await devnet.status()).bitcoin).toEqual(bitcoin);
  expect(up.stdout.filter((line) => line.startsWith('restarted'))).toEqual([]);
});

describe('how files change', () => {
  test('behavior: an editor saves by renaming, and several files change together', async () => {
    await using watched = await startWatch();
    const { project, up } = watched;
    project.write('contracts/.counter.clar.swp', `${project.read(COUNTER)}\n(define-read-only (seven) u7)\n`);
    renameSync(path.join(project.root, 'contracts/.counter.clar.swp'), path.join(project.root, COUNTER));
    await watched.restarted(1);
    expect(await watched.functions('counter')).toContain('seven');

    append(project, NUMBERS, '(define-read-only (eight) u8)');
    append(project, COUNTER, '(define-read-only (nine) (contract-call? .numbers eight))');
    project.write('contracts/new/tenth.clar', '(define-read-only (ten) (contract-call? .counter nine))\n');
    append(project, 'Clarinet.toml', '[contracts.tenth]\npath = "contracts/new/tenth.clar"\nepoch = "3.0"');
    await expect.poll(() => watched.functions('tenth'), { timeout: 30_000 }).toEqual(['ten']);
    // The files may be seen in two turns: the network of the first is replaced by another one, which cuts its connections.
    await expect.poll(() => watched.functions('counter'), { timeout: 30_000 }).toContain('nine');
    expect(up.stderr.filter((line) => line.startsWith('error:'))).toEqual([]);
  });

  test('behavior: a file and a folder are deleted, and come back', async () => {
    await using watched = await startWatch();
    const { project, up } = watched;
    const counter = project.read(COUNTER);
    project.remove(COUNTER);
    await expect.poll(() => up.stderr.join('\n')).toContain('contracts.counter.path: expected a readable file');
    project.write(COUNTER, `${counter}\n(define-read-only (seven) u7)\n`);
    await expect.poll(() => watched.functions('counter'), { timeout: 30_000 }).toContain('seven');

    // As version control does for another branch.
    const folder = path.join(project.root, 'contracts');
    renameSync(folder, `${folder}.old`);
    await expect.poll(() => up.stderr.filter((line) => line.startsWith('error:'))).not.toHaveLength(1);
    mkdirSync(folder);
    for (const name of readdirSync(`${folder}.old`)) renameSync(path.join(`${folder}.old`, name), path.join(folder, name));
    append(project, NUMBERS, '(define-read-only (eight) u8)');
    await expect.poll(() => watched.functions('numbers'), { timeout: 30_000 }).toContain('eight');
  });

  test('behavior: settings change, but the network keeps its ports', async () => {
    const [api = 0, stacks = 0, bitcoin = 0, other = 0] = await freePorts(4);
    const ports = `stacks_api_port = ${api}\nstacks_node_rpc_port = ${stacks}\nbitcoin_node_rpc_port = ${bitcoin}`;
    await using watched = await startWatch([], (project) => project.edit('settings/Devnet.toml', '[devnet]', `[devnet]\n${ports}`));
    const { project, gateway, up } = watched;
    expect(gateway).toBe(`http://127.0.0.1:${api}`);
    project.edit('settings/Devnet.toml', 'balance = 5_000_000', 'balance = 6_000_000');
    await watched.restarted(1);
    project.edit('settings/Devnet.toml', `stacks_api_port = ${api}`, `stacks_api_port = ${other}`);
    await watched.restarted(2);
    expect(up.stderr.filter((line) => line.startsWith('warning:'))).toEqual([expect.stringContaining('the network keeps its ports')]);
    await using devnet = await connectDevnet(gateway);
    expect((await devnet.balances()).find(({ name }) => name === 'alice')?.stx.balance).toBe(6_000_000n);
  });

  test('behavior: a deployment plan appears', async () => {
    await using watched = await startWatch();
    const { project, gateway } = watched;
    const call =
      `- contract-call:\n            contract-id: ${DEPLOYER}.counter\n            expected-sender: ${DEPLOYER}\n` +
      '            method: increment\n            parameters: []\n            cost: 10000';
    const batches = `plan:\n  batches:\n    - id: 0\n      transactions:\n        ${call}\n`;
    project.write('deployments/default.devnet-plan.yaml', `id: 0\nname: Devnet\nnetwork: devnet\n${batches}`);
    expect(await watched.restarted(1)).toContain('deployments/default.devnet-plan.yaml changed');
    await using devnet = await connectDevnet(gateway);
    expect(await devnet.contract('counter').read('get-count')).toBe(1n);
  });
});

// Before, in the middle of and after the restart, whatever the machine is.
const DELAYS = FULL_LENGTH ? [0, 100, 150, 200, 250] : [0, 125, 250];
test.each(DELAYS)('behavior: Ctrl-C around a restart leaves nothing behind: %i ms after the change', async (ms) => {
  await using watched = await startWatch();
  const { project, up, urls, home } = watched;
  append(project, COUNTER, '(define-read-only (seven) u7)');
  await setTimeout(ms);
  up.process.kill('SIGINT');
  expect(await up.ended).toMatchObject({ status: 0, signal: null });
  expect(await Promise.all(urls.map(isUp))).toEqual([false, false, false]);
  const left = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  expect(left.map(({ name }) => name)).toEqual([]);
});

test('behavior: requests during a restart are answered or refused, and streams end', async () => {
  await using watched = await startWatch();
  const { project, gateway } = watched;
  const stream = await fetch(`${gateway}/devnet/v1/events`, { headers: { accept: 'text/event-stream' } });
  const ended = stream.text().then(
    () => 'ended',
    () => 'cut',
  );
  const outcomes = new Set<string>();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const outcome = await fetch(`${gateway}/v2/info`, { signal: AbortSignal.timeout(10_000) }).then(
        async (answer) => `${answer.status} ${(await answer.text()).length > 0}`,
        (error: Error) => error.name,
      );
      outcomes.add(outcome);
    }
  })();
  append(project, COUNTER, '(define-read-only (seven) u7)');
  await watched.restarted(1);
  isOver = true;
  await asking;
  expect(['ended', 'cut']).toContain(await ended);
  // Refused connections are a TypeError of fetch; 503 is the answer of a gateway that closes.
  expect([...outcomes].filter((outcome) => !['200 true', '503 true', 'TypeError'].includes(outcome))).toEqual([]);
  expect(await isUp(gateway)).toBe(true);
});

test('behavior: --json prints one object for each restart', async () => {
  using project = copyProject();
  using home = emptyHome();
  await using up = child(['up', '--watch', '--json', '--ports', 'auto', '--no-requirements-fetch'], home.env, { cwd: project.root });
  await up.line(/"ready":true/);
  append(project, COUNTER, '(define-read-only (seven) u7)');
  expect(JSON.parse(await up.line(/network\.restarted/))).toEqual({
    type: 'network.restarted',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    files: [COUNTER],
    ms: expect.any(Number),
  });
});
