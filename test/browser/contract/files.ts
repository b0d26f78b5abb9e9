import path from 'node:path';
import { build, type PluginBuild } from 'esbuild';
// @ts-expect-error a script of the build has no types
import { inBrowser, inject } from '../../../scripts/browser-network.mjs';
// @ts-expect-error a script of the build has no types
import { rooms } from '../../../scripts/find-sources.mjs';
import { answering } from '../../network/operations/answers.js';

/** The operations that a page has: the others open a port. */
export const inPages: readonly string[] = answering.filter((name) => name !== 'nodes');

/** The suite as a module, and a worker that answers with it. */
export const contractFiles = async (): Promise<Record<string, string>> => ({
  '/contract.mjs': await bundled(),
  '/contract-worker.mjs': `import { answers } from '/contract.mjs';
    onmessage = async ({ data }) => postMessage(await answers(data).catch((error) => String(error) + error.stack));
    postMessage('ready');`,
});

const sources = path.join(import.meta.dirname, '../../../src');

/** As the network itself, with other modules in place of those that know Node. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
    inject,
    plugins: [
      {
        name: 'contract',
        setup({ onResolve }: PluginBuild) {
          onResolve({ filter: /^stacks-devnet$/ }, () => ({ path: '/browser.mjs', external: true }));
          onResolve({ filter: /^#dist\// }, ({ path: id }) => ({
            path: path.join(sources, id.slice('#dist/'.length).replace(/js$/, 'ts')),
          }));
          onResolve({ filter: /^vitest$/ }, () => ({ path: path.join(import.meta.dirname, 'expect.ts') }));
        },
      },
      inBrowser,
      rooms('browser'),
    ],
  });
  return outputFiles[0]?.text ?? '';
}
