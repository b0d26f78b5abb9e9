import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { processStart } from '#dist/platform/node/process-start.js';
import { findState, publishState } from '#dist/platform/node/run-state.js';
import { child, emptyHome } from '../../cli/child.js';

/** Another process that lives as long as the scope. */
function bystander(env: NodeJS.ProcessEnv) {
  return child(['-e', 'console.log("up"); setInterval(() => {}, 1000)'], env, { program: [process.execPath] });
}
function runs(home: string): string {
  const directory = path.join(home, 'state', 'stacks-devnet', 'runs');
  mkdirSync(directory, { recursive: true });
  return directory;
}

test('default: finds a published run until it is withdrawn', async () => {
  using home = emptyHome();
  const env = { XDG_STATE_HOME: path.join(home.path, 'state') };
  expect(await findState(env)).toBeUndefined();
  const withdraw = await publishState(env, { url: 'http://127.0.0.1:1', engine: 'embedded', log: '/log' }, () => undefined);
  expect(await findState(env)).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:1', engine: 'embedded', log: '/log' });
  await withdraw();
  await withdraw();
  expect(await findState(env)).toBeUndefined();
  expect(readdirSync(runs(home.path))).toEqual([]);
});

test('behavior: finds the run that became ready last', async () => {
  using home = emptyHome();
  await using other = bystander(home.env);
  await other.line(/up/);
  const pid = other.process.pid ?? 0;
  const env = { XDG_STATE_HOME: path.join(home.path, 'state') };
  await publishState(env, { url: 'http://127.0.0.1:1', engine: 'embedded' }, () => undefined);
  const later = { pid, start: await processStart(pid), url: 'http://127.0.0.1:2', readyAt: Date.now() + 1000, engine: 'native' };
  writeFileSync(path.join(runs(home.path), `${pid}.json`), JSON.stringify(later));
  expect(await findState(env)).toEqual(later);
});

test('behavior: removes files of dead processes, of reused pids, and unreadable ones', async () => {
  using home = emptyHome();
  const ended = bystander(home.env);
  await ended[Symbol.asyncDispose]();
  const state = { url: 'http://127.0.0.1:1', readyAt: 1 };
  const directory = runs(home.path);
  writeFileSync(path.join(directory, 'a.json'), JSON.stringify({ ...state, pid: ended.process.pid }));
  writeFileSync(path.join(directory, 'b.json'), JSON.stringify({ ...state, pid: process.pid, start: 'another time' }));
  writeFileSync(path.join(directory, 'c.json'), '{"pid":');
  writeFileSync(path.join(directory, 'd.json'), JSON.stringify({ ...state, pid: 'one' }));
  expect(await findState({ XDG_STATE_HOME: path.join(home.path, 'state') })).toBeUndefined();
  expect(readdirSync(directory)).toEqual([]);
});
