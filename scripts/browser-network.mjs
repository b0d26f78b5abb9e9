// How esbuild finds what the network of a browser is made of: see scripts/bundle.mjs.
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const platform = path.join(root, 'src/platform/browser');

/** What a browser has in place of Node's modules: Fastify and light-my-request import them. */
const IN_PLACE = {
  assert: 'builtins/assert.cts',
  async_hooks: 'builtins/async-hooks.ts',
  buffer: '../../../node_modules/buffer/index.js',
  crypto: 'crypto.ts',
  diagnostics_channel: 'builtins/diagnostics-channel.ts',
  events: '../../../node_modules/events/events.js',
  'fs/promises': 'files.ts',
  http: 'http-messages.ts',
  os: 'builtins/os.ts',
  perf_hooks: 'builtins/perf-hooks.ts',
  'process/': 'builtins/process.cts',
  stream: 'builtins/stream.ts',
  'timers/promises': 'builtins/timers-promises.ts',
  url: 'builtins/url.ts',
  util: 'builtins/util.ts',
};

/** What a page never loads: other engines, other processes, and what listens. */
const NODE_ONLY =
  /engines\/(real-nodes|native-launcher|docker-launcher|compose-launcher|external-engine)\.js$|\/cluster(\.js$|\/)|\/(pooled|debugger|electrum)\.js$|\/mcp\.js$/;

/** What the build makes after the bundle: see scripts/make-cache.mjs. */
export const CACHE = './browser-cache.mjs';

export const inBrowser = {
  name: 'in-browser',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /browser-cache\.m?js$/ }, () => ({ path: CACHE, external: true }));
    onResolve({ filter: NODE_ONLY }, ({ kind, path: id }) =>
      kind === 'dynamic-import' ? { path: id, namespace: 'node-only' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'node-only' }, () => ({
      contents: "import { absent } from './absent.js'; absent('other engines, servers or processes')();",
      resolveDir: platform,
    }));
    // What no browser has: calls say so.
    onResolve({ filter: /^#platform\// }, ({ path: id }) => {
      const file = path.join(platform, id.slice('#platform/'.length).replace(/\.js$/, '.ts'));
      return existsSync(file) ? undefined : { path: id, namespace: 'absent' };
    });
    onLoad({ filter: /./, namespace: 'absent' }, () => ({
      contents: "const { absent } = require('./absent.js'); module.exports = new Proxy({}, { get: (_, name) => absent(String(name)) });",
      resolveDir: platform,
    }));
    onResolve({ filter: /./ }, ({ path: id }) => {
      const file = IN_PLACE[id.replace(/^node:/, '')];
      if (file !== undefined) return { path: path.join(platform, file) };
      return isBuiltin(id) ? { path: id, namespace: 'absent' } : undefined;
    });
  },
};

/** Code that runs first: Node's globals, and the packages that shared code requires. */
export const inject = ['globals.ts', 'provided.ts'].map((file) => path.join(platform, file));
