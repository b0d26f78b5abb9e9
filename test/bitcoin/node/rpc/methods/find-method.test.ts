import { expect, test } from 'vitest';
import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import { createMethodLookup } from '#dist/bitcoin/node/rpc/methods/find-method.js';

test('default: finds every method by its name, also in concurrent lookups, and names are unique', async () => {
  const methods = await allMethods();
  const names = methods.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const find = createMethodLookup();
  const found = await Promise.all(names.map(find));
  expect(found.map((method) => method?.name)).toEqual(names);
});

test('behavior: later lookups of a known method are synchronous', async () => {
  const find = createMethodLookup();
  const method = await find('getblockcount');
  expect(find('getblockcount')).toBe(method);
});

test('error: unknown names', async () => {
  const find = createMethodLookup();
  expect(await find('getnothing')).toBeUndefined();
  expect(await find('constructor')).toBeUndefined();
});
