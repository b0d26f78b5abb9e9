/** Writes docs/openapi.json from the gateway's routes. A test fails if the committed document differs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createOpenApi } from '#dist/gateway/openapi.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
const { paths = {}, ...others } = (await createOpenApi(manifest.version)) as { paths?: Record<string, object> };
// A line for each path: the package stays small, and a diff shows which route changed.
const lines = Object.entries(paths).map(([path, routes]) => `${JSON.stringify(path)}:${JSON.stringify(routes)}`);
const text = `${JSON.stringify(others).slice(0, -1)},\n"paths":{\n${lines.join(',\n')}\n}}\n`;
writeFileSync(new URL('../docs/openapi.json', import.meta.url), text);
