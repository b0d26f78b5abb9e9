import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventSchemas, eventTypes } from '#dist/network/devnet/answers/events.js';

const [page = ''] = readFileSync(new URL('../../docs/observe.md', import.meta.url), 'utf8').split('\n## As metrics\n');
/** The rows of the table of events: which events, and what is said about their fields. */
const rows = [...page.matchAll(/^\| (`[\w.]+`(?:, `[\w.]+`)*) +\| (.+) \|$/gm)].map(([, types = '', fields = '']) => ({
  types: [...types.matchAll(/`([\w.]+)`/g)].map(([, type = '']) => type),
  fields: [...fields.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
}));

test('docs: the table of events has every event once, and gap', () => {
  expect(rows.flatMap(({ types }) => types).toSorted()).toEqual([...eventTypes, 'gap'].toSorted());
});

test.each(eventTypes)('docs: the row of %s has the fields that it always has, and none that it never has', (type) => {
  const row = rows.find(({ types }) => types.includes(type));
  const known = (row?.types ?? [])
    .flatMap((name) => eventTypes.filter((event) => event === name))
    .flatMap((event) => Object.keys(eventSchemas[event].properties));
  const { required } = eventSchemas[type];
  expect(row?.fields.filter((name) => !known.includes(name))).toEqual([]);
  expect(required.filter((name) => name !== 'type' && row?.fields.includes(name) !== true)).toEqual([]);
});
