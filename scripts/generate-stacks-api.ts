/** Writes the tables of routes in docs/stacks-api.md from docs/openapi.json. A test fails if the committed page differs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withRoutes } from './stacks-api-routes.js';

const page = new URL('../docs/stacks-api.md', import.meta.url);
const document = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
writeFileSync(page, withRoutes(readFileSync(page, 'utf8'), document));
