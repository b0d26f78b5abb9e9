import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ServedFiles, serveFiles } from './serve-files.js';

const bundle = path.join(import.meta.dirname, '../../bundle');

/** A page that has the network's module as `devnets`. */
const PAGE = '<!doctype html><script type="module">globalThis.devnets = await import("/browser.mjs");</script>';
/** A worker that does what it is told. */
const WORKER = `import * as devnets from '/browser.mjs';
  globalThis.devnets = devnets;
  onmessage = async ({ data }) => postMessage(await eval('(async () => {' + data + '})()'));
  postMessage('ready');`;

/**
 * Serves the bundle as any web server has it, with {@link PAGE}, {@link WORKER} and other files.
 * @param onPost gets the JSON that a page sends
 */
export async function serveBundle(
  files: Readonly<Record<string, string>> = {},
  onPost: (body: unknown) => void = () => undefined,
): Promise<ServedFiles> {
  const own: Readonly<Record<string, string>> = { '/': PAGE, '/worker.js': WORKER, ...files };
  const { url, ...server } = await serveFiles((name) => own[name] ?? readFileSync(path.join(bundle, path.basename(name))), onPost);
  return { url: `${url}/`, ...server };
}
