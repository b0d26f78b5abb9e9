/** Writes docs/openapi.json from the gateway's routes. A test fails if the committed document differs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createOpenApi } from '#dist/gateway/openapi.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(await createOpenApi(manifest.version))}\n`);
