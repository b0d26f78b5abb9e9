import { expect, test } from 'vitest';
import { allMethods } from '#dist/node/bitcoin/rpc/methods/all-methods.js';
import { createMethodLookup } from '#dist/node/bitcoin/rpc/methods/find-method.js';

test('default: every method is found by its name, also by lookups at the same time, and no name is there twice', async () => {
  const methods = await allMethods();
  const names = methods.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const find = createMethodLookup();
  const found = await Promise.all(names.map(find));
  expect(found.map((method) => method?.name)).toEqual(names);
});

test('behavior: what was found is answered at once from then on', async () => {
  const find = createMethodLookup();
  const method = await find('getblockcount');
  expect(find('getblockcount')).toBe(method);
});

test('error: names that no group has', async () => {
  const find = createMethodLookup();
  expect(await find('getnothing')).toBeUndefined();
  expect(await find('constructor')).toBeUndefined();
});
