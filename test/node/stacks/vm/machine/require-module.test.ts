import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { createRequireModule } from '#dist/node/stacks/vm/machine/require-module.js';

const modules = { fs: { name: 'files' }, http: { name: 'requests' } };
const requireModule = createRequireModule(modules);

test('default: each module that the installed build requires has a substitute', () => {
  const glue = readFileSync(createRequire(import.meta.url).resolve('@stacks/clarinet-sdk-wasm'), 'utf8');
  const ids = [...glue.matchAll(/require\((?:String\.raw)?[`'"]([^`'"]+)[`'"]\)/g)].map(([, id = '']) => id);
  expect(new Set(ids.map(requireModule))).toEqual(new Set([modules.fs, modules.http]));
});

test.each([
  'child_process',
  'node:fs',
  'fs/promises',
  'https',
  './snippets/sync_http.cjs',
  '/tmp/sync_http',
  './snippets/x-5a3d/src/repl/remote_data/http_request/sync_http.cjs',
])('error: %s', (id) => expect(() => requireModule(id)).toThrow(`requires the module "${id}"`));
