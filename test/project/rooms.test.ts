import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { problemOf, problems } from '../../scripts/rooms.js';

const SOURCES = path.resolve(import.meta.dirname, '../../src');

test.each([
  ['a folder of another room', 'gateway/app.ts', '../stacks/node/node.js', 'only the files at the top of stacks are its door'],
  ['a room above', 'stacks/engine/engine.ts', '../../network/types.js', 'stacks stands below network'],
  ['a part that it does not know', 'engines/embedded/engine.ts', '../real-nodes/engine.js', 'it does not know engines/real-nodes'],
  ['a module of Node in the core', 'base/error.ts', 'node:fs', 'base knows no Node: what it needs of a machine is in #platform/'],
  ['a module of Node without its prefix', 'clarity/epoch.ts', 'fs', 'clarity knows no Node: what it needs of a machine is in #platform/'],
  ['a module of Node in the page', 'page/main.tsx', 'node:fs', 'page knows no Node: what it needs of a machine is in #platform/'],
  ['a package that needs Node in the core', 'stacks/api/route.ts', 'fastify', 'stacks runs anywhere, and the package may not'],
  ['the platform past its door', 'base/error.ts', '../platform/node/crypto.js', 'the door of the platform is #platform/'],
  ['an entry of the package', 'gateway/app.ts', '../index.js', 'a room does not import an entry of the package'],
  ['a room that is not there', 'gateway/app.ts', '../devnet/types.js', 'there is no room devnet'],
])('error: %s', (_name, file, id, problem) => {
  expect(problemOf(file, id)).toBe(problem);
});

test.each([
  ['a door', 'gateway/app.ts', '../stacks/api-routes.js'],
  ['the same room', 'gateway/app.ts', './stacks-api/server.js'],
  ['the platform', 'base/json-parts.ts', '#platform/crypto.js'],
  ['a module of Node above the core', 'gateway/body.ts', 'node:http'],
  ['a cluster, when a network needs one', 'start/cluster.ts', '../cluster/swarm.js'],
])('default: %s', (_name, file, id) => {
  expect(problemOf(file, id)).toBeUndefined();
});

test('error: planted files, such as a second c32 and a file in no room', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rooms-'));
  try {
    for (const file of ['clarity/values/c32.ts', 'network/types.ts', 'stacks/api-routes.ts']) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await cp(path.join(SOURCES, file), path.join(folder, file));
    }
    await writeFile(path.join(folder, 'stacks/second-c32.ts'), "export const C32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';\n");
    await writeFile(path.join(folder, 'helper.ts'), "import { readFileSync } from 'node:fs';\n");
    await writeFile(path.join(folder, 'network/reader.ts'), "export { readFile } from 'node:fs/promises';\n");
    expect(problems(folder)).toEqual([
      'src/helper.ts: it lies in no room',
      'src/network/reader.ts imports node:fs/promises: network knows no Node: what it needs of a machine is in #platform/',
      expect.stringMatching(/^the alphabet of c32 is in src\/\S+ and in src\/stacks\/second-c32\.ts: one is enough$/),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
