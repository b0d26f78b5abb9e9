import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Devnet, DevnetError, startDevnet } from '#dist/index.js';
import { child, emptyHome } from '../cli/child.js';
import { inProcess } from '../cli/in-process.js';
import { codeMistakes } from './code.js';
import { commandLineMistakes, files } from './command-line.js';
import { httpMistakes } from './http.js';

// What a newcomer does wrong, and the message that each gets. The expected messages are in the text files of this folder: read them as a
// newcomer would. Each names what is wrong, and what to do.
const home = emptyHome();
let devnet: Devnet;

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home.path, name)), { recursive: true });
    writeFileSync(path.join(home.path, name), text);
  }
  devnet = await startDevnet({ cache: { dir: home.env['DEVNET_CACHE_DIR'] } });
  const source = '(define-public (add (by uint)) (ok by))';
  await devnet.stacks.deploy({ name: 'typed', source, as: 'deployer' });
});

afterAll(async () => {
  await devnet?.close();
  home[Symbol.dispose]();
});

/** Replaces what differs between runs: ports, folders, ids and times. */
function stable(text: string): string {
  return (
    text
      .replaceAll(home.path, '~')
      .replaceAll(process.cwd(), '.')
      .replace(/(127\.0\.0\.1|localhost):\d{4,5}\b/g, '$1:PORT')
      // The commands that install programs depend on the machine.
      .replace(/curl -fL.*/g, 'curl …')
      .replace(/0x[0-9a-f]{64}/g, '0xID')
      .replace(/\bStacks block \d+/g, 'Stacks block N')
      .replace(/\b\d+\.\d+ BTC/g, 'N BTC')
      .replace(/\(pid \d+\)/g, '(pid N)')
      .replace(/\bPort \d{4,5}\b/g, 'Port N')
      .replace(/\b\d+ of (\d+) mined/g, 'N of $1 mined')
  );
}

describe('mistakes', () => {
  test('error: on the command line', async () => {
    const parts: string[] = [];
    for (const { words, env = {}, alone = false, folder = '.' } of commandLineMistakes) {
      // The usual ports may be those of a developer's own network.
      const settings = { ...home.env, ...(alone ? { DEVNET_PORTS: 'auto' } : { DEVNET_URL: devnet.urls.gateway }), ...env };
      const { status, stdout, stderr } = await (alone
        ? child(words, settings, { cwd: path.join(home.path, folder) }).ended
        : inProcess(words, settings));
      const line = [
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
        ...(folder === '.' ? [] : [`cd ${folder};`]),
        'stacks-devnet',
        ...words,
      ].join(' ');
      expect(status, line).not.toBe(0);
      parts.push(`$ ${line}`, stdout, stderr, `(${status})`, '');
    }
    await expect(stable(parts.filter((part, at) => part !== '' || parts[at - 1]?.startsWith('(')).join('\n'))).toMatchFileSnapshot(
      'command-line.txt',
    );
  });

  test('error: in code', async () => {
    const parts: string[] = [];
    for (const [code, run] of Object.entries(codeMistakes)) {
      const error = await Promise.resolve()
        .then(() => run(devnet))
        .then(
          (value) => inspect(value),
          (cause: unknown) => cause,
        );
      if (!(error instanceof DevnetError)) throw new Error(`${code}: ${inspect(error)}`);
      const { message, hint, lastSeen } = error;
      parts.push(
        `> ${code}`,
        `${error.code}: ${message}`,
        ...(lastSeen ? [`last seen: ${lastSeen}`] : []),
        ...(hint ? [`hint: ${hint}`] : []),
        '',
      );
    }
    await expect(stable(parts.join('\n'))).toMatchFileSnapshot('code.txt');
  });

  test('error: over HTTP', async () => {
    const parts: string[] = [];
    for (const [request, body] of httpMistakes) {
      const [method = '', route = ''] = request.split(' ');
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${devnet.urls.gateway}${route}`, body === undefined ? { method } : { method, headers, body });
      expect(answer.status, request).toBeGreaterThanOrEqual(400);
      parts.push(`${request}${body === undefined ? '' : ` ${body}`}`, `${answer.status} ${await answer.text()}`, '');
    }
    // Somebody who writes no JavaScript reads these.
    expect(parts.join('\n')).not.toMatch(/devnet\.\w/);
    await expect(stable(parts.join('\n'))).toMatchFileSnapshot('http.txt');
  });
});
