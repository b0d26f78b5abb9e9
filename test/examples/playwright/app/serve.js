// Stands for the server of your front end.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { build } from 'esbuild';

const root = import.meta.dirname;
const script = await build({
  entryPoints: [`${root}/main.js`],
  bundle: true,
  format: 'esm',
  write: false,
  define: { global: 'globalThis' },
});

createServer(({ url }, response) => {
  const isScript = url === '/main.js';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(isScript ? script.outputFiles[0].text : readFileSync(`${root}/index.html`));
}).listen(Number(process.env.APP_PORT ?? 5173), '127.0.0.1');
