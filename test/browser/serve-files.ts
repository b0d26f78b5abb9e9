import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
};

export type ServedFiles = AsyncDisposable & { url: string };

/**
 * Serves files as a static host does (GitHub Pages): browsers keep them for ten minutes, and with them their compiled code.
 * @param read returns a file by its path; throws if there is none
 * @param onPost gets the JSON that a page sends
 */
export async function serveFiles(read: (name: string) => string | Uint8Array, onPost: (body: unknown) => void): Promise<ServedFiles> {
  const server = createServer(async (request, response) => {
    const { url = '/', method } = request;
    if (method === 'POST') {
      onPost(await json(request));
      return void response.end();
    }
    const { pathname } = new URL(url, 'http://localhost');
    try {
      const body = read(pathname);
      const type = TYPES[path.extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
