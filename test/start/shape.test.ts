import { expect, test } from 'vitest';
import { resolveOptions } from '#dist/project/config/resolve.js';
import { defineSetting } from '#dist/project/config/setting.js';
import { schema } from '#dist/project/config/settings.js';
import { truth } from '#dist/project/config/value-types.js';
import { changedSettings } from '#dist/start/shape.js';

test('behavior: two networks differ by the settings of the network, and not by where they run', () => {
  const config = resolveOptions({
    epoch: '3.4',
    ports: { gateway: 4001 },
    control: { key: 'k'.repeat(20) },
    mining: { bitcoin: 'manual' },
  });
  expect([...changedSettings(config).keys()]).toEqual(['epoch']);
});

test('types: a setting says whether it is one of the network', () => {
  // @ts-expect-error the property ofNetwork is missing
  const setting = defineSetting({ kind: truth, help: 'something' });
  expect(setting).not.toHaveProperty('ofNetwork');
  expect(Object.entries(schema).filter(([, { ofNetwork }]) => typeof ofNetwork !== 'boolean')).toEqual([]);
});
