import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import type { App } from '../schema-types.js';

/** Everything comes from this gateway, and nothing is inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns whether a client prefers HTML, as browsers do when they open a page. A client that accepts anything is no browser. */
export function prefersHtml({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.split(',').some((range) => /^\s*text\/html\b(?!.*;\s*q=0(?:\.0+)?\s*$)/i.test(range));
}

/**
 * Adds the script and the style of the page for people. Their names have hashes, so browsers keep them.
 * @returns a function that sends the page itself
 */
export function addPageFiles(app: App): (reply: FastifyReply) => Promise<FastifyReply> {
  // Scripts and test suites never request it.
  const load = once(readPage);
  const params = { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] } as const;
  app.get('/page/:file', { schema: { hide: true, params } }, async (request, reply) => {
    const file = (await load()).files.get(request.params.file);
    if (file === undefined)
      throw new DevnetError('NOT_FOUND', `the page has no file ${request.params.file}. Reload the page: the package may be newer.`);
    return reply
      .type(file.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(file.body);
  });
  return async (reply) => {
    const { html } = await load();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .send(html);
  };
}

type Page = { html: Buffer; files: ReadonlyMap<string, { type: string; body: Buffer }> };

const TYPES: Readonly<Record<string, string>> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

async function readPage(): Promise<Page> {
  const { readFile } = await import('node:fs/promises');
  const { packageRoot } = await import('#platform/package-root.js');
  const read = (name: string) => readFile(new URL(`bundle/${name}`, packageRoot));
  const html = await read('page.html');
  const names = [...html.toString().matchAll(/"page\/(page-\w+\.(css|js))"/g)];
  const files = names.map(
    async ([, name = '', extension = '']) => [name, { type: TYPES[extension] ?? '', body: await read(name) }] as const,
  );
  return { html, files: new Map(await Promise.all(files)) };
}
