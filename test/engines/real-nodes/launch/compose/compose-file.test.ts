import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { composeServices } from '#dist/engines/real-nodes/launch/compose/launcher.js';
import { composeImage } from '#dist/engines/real-nodes/launch/docker/compose-image.js';
import { servicePorts } from '#dist/engines/real-nodes/settings/services.js';
import { resolveConfig } from '#dist/project/config/resolve.js';
import { environmentName, type SettingKey, settingKeys, settingOf } from '#dist/project/config/settings.js';

const text = readFileSync(resolve(import.meta.dirname, '../../../../../compose/compose.yaml'), 'utf8');
type Service = { image: string; environment?: Record<string, string>; ports?: string[]; network_mode?: string; volumes: string[] };
const file: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(text, { merge: true });

/** `${VARIABLE:-default}` of the whole file. */
const defaults = new Map([...text.matchAll(/\$\{(DEVNET_\w+):-([^}]*)\}/g)].map(([, name = '', value = '']) => [name, value]));
const keyOf = (name: string): SettingKey | undefined => settingKeys.find((key) => environmentName(key) === name);

/** Values of the file that differ from the defaults of settings on purpose. */
const different: Readonly<Record<string, string>> = { DEVNET_CONTROL_KEY: 'devnet', DEVNET_MINING_BITCOIN: '10000' };
/** Images without a setting: that of this package, and its base. */
const own = ['DEVNET_IMAGES_DEVNET', 'DEVNET_IMAGES_NODE'];

test('default: the services that run nodes are those of a network with one signer', () => {
  expect(composeServices).toEqual(Object.keys(servicePorts(1)));
  expect(Object.keys(file.services)).toEqual([...composeServices, 'devnet']);
});

test.each(['bitcoind', 'stacks-node', 'stacks-signer'] as const)(
  'default: the docker engine takes the image of %s from the file',
  async (program) => {
    const image = file.services[program]?.image ?? '';
    expect(image).toMatch(/^\$\{DEVNET_IMAGES_\w+:-\S+:[^}\s]*\d[^}\s]*\}$/);
    expect(image).toContain(`:-${await composeImage(program)}}`);
  },
);

test('default: every variable is a setting, with the default of the setting', () => {
  expect([...defaults.keys()]).toEqual(expect.arrayContaining(['DEVNET_EPOCH', ...Object.keys(different), ...own]));
  for (const [name, value] of defaults) {
    if (own.includes(name) || name.startsWith('DEVNET_IMAGES_')) continue;
    const key = keyOf(name);
    expect({ name, key }).toEqual({ name, key: expect.any(String) });
    if (key === undefined) continue;
    const { default: inCode, commandLineDefault = inCode } = settingOf(key);
    const usual = typeof commandLineDefault === 'object' ? '' : `${commandLineDefault ?? ''}`;
    expect({ name, value }).toEqual({ name, value: different[name] ?? usual });
  }
});

test('default: the variables of `devnet` configure the docker engine', async () => {
  const env = Object.fromEntries(
    Object.entries(file.services['devnet']?.environment ?? {}).map(([name, value]) => [
      name,
      `${value}`.replace(/\$\{\w+:-([^}]*)\}/g, (_, usual: string) => usual),
    ]),
  );
  expect(await resolveConfig({ env })).toMatchObject({
    engine: 'docker',
    compose: { folder: '/devnet' },
    ports: { gateway: 3999, stacks: 20443, bitcoin: 18443 },
    mining: { bitcoin: { intervalMs: 10_000 } },
  });
});

test('behavior: every port is published on loopback with the same number', () => {
  const ports = Object.values(file.services).flatMap(({ ports: published = [] }) => published);
  expect(ports).toHaveLength(3);
  for (const port of ports) {
    const [, outside, inside] = /^127\.0\.0\.1:(\$\{[^}]+\}):(\$\{[^}]+\})$/.exec(port) ?? [];
    expect(outside).toEqual(expect.any(String));
    expect(inside).toBe(outside);
  }
  expect(
    Object.entries(file.services)
      .filter(([, { network_mode: mode }]) => mode !== 'service:bitcoind')
      .map(([name]) => name),
  ).toEqual(['bitcoind']);
});

test('behavior: volumes have names, so that down -v removes them', () => {
  const mounted = new Set(Object.values(file.services).flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0])));
  expect([...mounted].toSorted()).toEqual(['./service.sh', ...Object.keys(file.volumes)].toSorted());
});
