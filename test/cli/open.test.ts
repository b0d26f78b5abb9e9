import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../disposable-folder.js';
import { inProcess } from './in-process.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(async () => devnet?.close());

/** Fills a home. @param program the file that opens URLs here; without it this machine has none */
function environment(home: string, program?: string): { env: NodeJS.ProcessEnv; opened: string } {
  const bin = path.join(home, 'bin');
  mkdirSync(bin);
  const opened = path.join(home, 'opened');
  if (program !== undefined) {
    writeFileSync(path.join(bin, program), `#!/bin/sh\nprintf '%s' "$*" >${opened}.new && /bin/mv ${opened}.new ${opened}\n`);
    chmodSync(path.join(bin, program), 0o755);
  }
  return { env: { HOME: home, PATH: bin }, opened };
}

test.skipIf(process.platform !== 'linux')('default: opens the page in the browser, and prints its URL', async () => {
  await using home = await temporaryFolder('open');
  const { env, opened } = environment(home.path, 'xdg-open');
  const url = `${devnet.urls.gateway}/`;
  expect(await inProcess(['open', '--url', devnet.urls.gateway ?? ''], env)).toEqual({ status: 0, stdout: url, stderr: '' });
  await expect.poll(() => readFileSync(opened, 'utf8')).toBe(url);
});

test.skipIf(process.platform !== 'linux')('behavior: without a browser it says what to do', async () => {
  await using home = await temporaryFolder('open');
  const { env } = environment(home.path);
  const url = `${devnet.urls.gateway}/`;
  expect(await inProcess(['open', '--url', devnet.urls.gateway ?? ''], env)).toEqual({
    status: 0,
    stdout: url,
    stderr: 'this machine has no xdg-open: open the URL in a browser',
  });
  const { stdout } = await inProcess(['open', '--json', '--url', devnet.urls.gateway ?? ''], env);
  expect(JSON.parse(stdout)).toEqual({ url, opened: false });
});

test('error: a gateway without a page', async () => {
  await using without = await startDevnet({ page: { enabled: false } });
  await using home = await temporaryFolder('open');
  const { env } = environment(home.path, 'xdg-open');
  const { status, stderr } = await inProcess(['open', '--url', without.urls.gateway ?? ''], env);
  expect({ status, stderr }).toMatchObject({
    status: 6,
    stderr: expect.stringContaining('has no page. Start it without page.enabled: false.'),
  });
});

test('error: no devnet', async () => {
  await using home = await temporaryFolder('open');
  const { env } = environment(home.path, 'xdg-open');
  expect(await inProcess(['open', '--url', 'http://127.0.0.1:1'], env)).toMatchObject({ status: 3 });
});
