import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Client, connect } from '#dist/engines/real-nodes/launch/docker/client.js';
import { findImage } from '#dist/engines/real-nodes/launch/docker/images.js';
import { findProgram } from '#dist/engines/real-nodes/launch/docker/programs.js';

/**
 * A container engine on linux/arm64, with one image for `platform`. `progress` is its answer to a pull.
 * With `output`, containers run: its first piece arrives at once, the rest after the end of the program.
 */
type Fake = { present: boolean; platform?: 'amd64' | 'arm64'; progress?: object[]; output?: string[] };

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function fakeEngine({
  present,
  platform = 'arm64',
  progress = [],
  output = [],
}: Fake): Promise<{ client: Client; pulls: URLSearchParams[] }> {
  const pulls: URLSearchParams[] = [];
  let there = present;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://engine');
    const answer = (status: number, body: object): void => void response.writeHead(status).end(JSON.stringify(body));
    if (pathname === '/_ping') return void response.end('OK');
    if (pathname === '/version') return answer(200, { Os: 'linux', Arch: 'arm64' });
    if (pathname.endsWith('/json')) {
      return there ? answer(200, { Id: 'sha256:aa', Os: 'linux', Architecture: platform }) : answer(404, { message: 'No such image' });
    }
    if (pathname === '/containers/create') return answer(201, { Id: output.length > 0 ? 'talks' : 'probe', Warnings: [] });
    if (pathname === '/containers/probe/start') return answer(400, { message: 'exec /usr/bin/bitcoind: exec format error' });
    if (pathname === '/containers/talks/start') return answer(204, {});
    if (pathname === '/containers/talks/wait') return answer(200, { StatusCode: 0 });
    if (pathname === '/containers/talks/logs') {
      const [first = '', ...later] = output;
      response.write(frame(first));
      // Without `follow` the answer is what has arrived so far.
      if (searchParams.get('follow') !== 'true') return void response.end();
      return void setTimeout(() => response.end(Buffer.concat(later.map(frame))), 100);
    }
    if (pathname === '/containers/probe' || pathname === '/containers/talks') return answer(204, {});
    pulls.push(searchParams);
    there = progress.every((line) => !('error' in line));
    for (const line of progress) response.write(`${JSON.stringify(line)}\r\n`);
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { client: await connect({ host: '127.0.0.1', port, name: 'the test' }), pulls };
}

/** A piece of standard output, as the engine frames it. */
function frame(text: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(1);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

const name = 'someone/bitcoind:29';

test("default: a missing image is pulled for the engine's platform, with a line for each layer", async () => {
  const layers = ['aaa', 'bbb'].flatMap((id) =>
    ['Pulling fs layer', 'Downloading', 'Pull complete', 'Pull complete'].map((status) => ({ id, status })),
  );
  const { client, pulls } = await fakeEngine({
    present: false,
    progress: [{ status: 'Pulling from someone/bitcoind', id: '29' }, ...layers],
  });
  const steps: string[] = [];
  expect(await findImage(client, 'bitcoind', name, (step) => steps.push(step))).toMatchObject({ name, id: 'sha256:aa' });
  expect(pulls.map((query) => Object.fromEntries(query))).toEqual([{ fromImage: 'someone/bitcoind', tag: '29', platform: 'linux/arm64' }]);
  expect(steps).toEqual([`pulling ${name} for linux/arm64`, `pulling ${name}: 1 layer`, `pulling ${name}: 2 layers`]);
});

test('behavior: an existing image is used without a message and without a pull', async () => {
  const { client, pulls } = await fakeEngine({ present: true });
  const steps: string[] = [];
  await findImage(client, 'bitcoind', name, (step) => steps.push(step));
  expect({ steps, pulls }).toEqual({ steps: [], pulls: [] });
});

test('behavior: an image for another platform is used, with a warning', async () => {
  const { client, pulls } = await fakeEngine({ present: true, platform: 'amd64' });
  const steps: string[] = [];
  await findImage(client, 'bitcoind', name, (step) => steps.push(step));
  expect({ steps, pulls }).toEqual({
    steps: [`${name} is for linux/amd64, which this engine (linux/arm64) can at best emulate: docker pull --platform linux/arm64 ${name}`],
    pulls: [],
  });
});

test('error: an image for another platform that the engine cannot run', async () => {
  const { client } = await fakeEngine({ present: true, platform: 'amd64' });
  await expect(findProgram('bitcoind', { client, images: { bitcoind: name }, labels: {} })).rejects.toMatchObject({
    code: 'MISSING',
    message: expect.stringMatching(/^bitcoind: someone\/bitcoind:29 is for linux\/amd64, .*exec format error/),
    hint: `docker pull --platform linux/arm64 ${name}`,
  });
});

test.each([
  ['does not exist for the platform', 'no matching manifest for linux/arm64 in the manifest list entries', 'an image for linux/arm64'],
  ['does not exist', 'manifest for someone/bitcoind:29 not found: manifest unknown', 'an image that exists here or can be pulled'],
])('error: an image that %s', async (_what, error, expected) => {
  const { client } = await fakeEngine({ present: false, progress: [{ status: 'Pulling from someone/bitcoind' }, { error }] });
  await expect(findImage(client, 'bitcoind', name)).rejects.toMatchObject({
    code: 'MISSING',
    field: 'images.bitcoind',
    message: `bitcoind: the image ${name} does not exist here and cannot be pulled: ${error}`,
    expected,
  });
});

test('behavior: a version is read at the end of the output, which may come after the exit status', async () => {
  const { client } = await fakeEngine({ present: true, output: ['Bitcoin Core daemon version v2', '9.0.0 bitcoind\n'] });
  expect(await findProgram('bitcoind', { client, images: { bitcoind: name }, labels: {} })).toMatchObject({
    version: '29.0.0',
    flavour: 'Core',
  });
});
