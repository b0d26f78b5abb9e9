import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stacksApiRoutes, withRoutes } from '../../scripts/stacks-api-routes.js';
import { NOT_SERVED, requests, SERVED_POST } from '../stacks/api/client/paths.js';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const page = read('docs/stacks-api.md');
const document = JSON.parse(read('docs/openapi.json'));
const shown = [...page.matchAll(/^\| `(?:POST )?(\/[^`]*)`/gm)].map(([, name = '']) => name);

test('default: docs/stacks-api.md lists the routes of the OpenAPI document', () => {
  expect(shown.length).toBeGreaterThan(110);
  expect(shown.toSorted()).toEqual(
    stacksApiRoutes(document.paths)
      .map((route) => route.path)
      .toSorted(),
  );
  expect(withRoutes(page, document), 'run `npm run generate`').toBe(page);
});

test('default: the page lists every path that the client types, and names those that are not served or not typed', () => {
  const none = { height: 0, hash: '', time: 0 };
  const sample = { address: '', contract: '', coin: '', txid: '', block: none, burn: none, btcAddress: '' };
  const served = [...Object.keys(requests(sample)), ...Object.keys(SERVED_POST)].map((name) => name.replace(/\/$/, ''));
  expect(served.filter((name) => !shown.includes(name))).toEqual([]);
  const listAfter = (sentence: string): string[] => {
    const [, list = ''] = page.split(sentence);
    return [...(list.split('\n\n')[1] ?? '').matchAll(/^- `(?:POST )?(\/[^`]*)`/gm)].map(([, name = '']) => name);
  };
  expect(listAfter('answers 404 for:')).toEqual(NOT_SERVED);
  expect(listAfter('does not type:').toSorted()).toEqual(shown.filter((name) => !served.includes(name)).toSorted());
});
