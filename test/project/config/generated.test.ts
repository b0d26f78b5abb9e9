import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isUnionType, type Symbol as Name, SymbolFlags, type Type } from 'typescript/unstable/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { type SettingKey, settingKeys, settingOf } from '#dist/project/config/settings.js';
import { openProgram } from '../../../scripts/compiler.js';
import { configTypes, withSettings } from '../../../scripts/configuration-files.js';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const stale = 'run `npm run generate`';

test('default: src/project/config/devnet-config.ts is up to date', () => {
  expect(read('src/project/config/devnet-config.ts'), stale).toBe(configTypes());
});

test('default: docs/configuration.md is up to date', () => {
  const page = read('docs/configuration.md');
  expect(page).toMatch(/\| `ports\.gateway` +\| `DEVNET_PORTS_GATEWAY` +\| `--ports-gateway <port>` +\| `3999`; in code a free port +\|/);
  expect(withSettings(page), stale).toBe(page);
});

describe('the published types', () => {
  const entry = path.join(root, 'src/index.ts');
  const program = openProgram([entry]);
  afterAll(() => program[Symbol.dispose]());
  const { checker } = program;
  const file = program.project.program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  const exports = module === undefined ? [] : checker.getExportsOfModule(module);

  /** The property of an exported type at a key such as `ports.gateway`. */
  function propertyOf(name: string, key: string): Name | undefined {
    const exported = exports.find((symbol) => symbol.name === name);
    const declared = exported && (exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported);
    let type: Type | undefined = declared && checker.getDeclaredTypeOfSymbol(declared);
    let property: Name | undefined;
    for (const part of key.split('.')) {
      const parts: readonly Type[] = type === undefined ? [] : isUnionType(type) ? (type.getTypes() ?? []) : [type];
      property = parts.flatMap((member) => checker.getPropertyOfType(member, part) ?? [])[0];
      type = property && checker.getTypeOfSymbol(property);
    }
    return property;
  }
  const documentation = (name: string, key: SettingKey): string =>
    propertyOf(name, key)?.getDocumentationComment(checker).toLowerCase() ?? '';
  const typeOf = (name: string, key: string): string => {
    const property = propertyOf(name, key);
    const type = property && checker.getTypeOfSymbol(property);
    if (type === undefined) return 'absent';
    // The compiler lists words in an order of its own.
    return checker.typeToString(type).split(' | ').toSorted().join(' | ');
  };

  test.each(['DevnetConfig', 'ResolvedConfig', 'DevnetOptions'])('default: editors show the help of every key of %s', (name) => {
    for (const key of settingKeys)
      expect({ key, help: documentation(name, key) }).toEqual({ key, help: expect.stringContaining(settingOf(key).help.toLowerCase()) });
  });

  test('default: editors show defaults', () => {
    const tags = propertyOf('DevnetConfig', 'epoch')?.getJsDocTags(checker);
    expect(tags?.map(({ name, text }) => [name, text])).toEqual([['default', "'4.0'"]]);
  });

  test.each([
    ['engine', '"docker" | "embedded" | "external" | "native" | undefined', '"docker" | "embedded" | "external" | "native"'],
    ['ports.gateway', 'number | undefined', 'number'],
    ['accounts.mnemonic', 'string | undefined', 'string | undefined'],
    ['faucet.btc.keys', 'readonly string[] | undefined', 'string[] | undefined'],
    ['faucet.btc.amount', 'Amount | undefined', 'bigint'],
    ['trustedProxies', 'readonly string[] | undefined', 'string[]'],
    ['mining.bitcoin', 'MiningMode | undefined', 'MiningMode'],
    ['cache.enabled', 'boolean | undefined', 'boolean'],
  ])('behavior: the types of %s', (key, written, resolved) => {
    expect({ written: typeOf('DevnetConfig', key), resolved: typeOf('ResolvedConfig', key) }).toEqual({ written, resolved });
  });
});
