import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../../dist');
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));

/** Returns what a compiled module imports: files of `dist` and packages, when it loads and later. */
function importsOf(file: string): { at: string[]; later: string[] } {
  const text = readFileSync(path.join(dist, file), 'utf8');
  const resolve = (name: string): string => (name.startsWith('.') ? path.join(path.dirname(file), name) : name);
  const found = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => resolve(name));
  return { at: found(/^(?:import|export)\b[^;]*?"([^"]+)";$/gm), later: found(/\bimport\("([^"]+)"\)/g) };
}

const isCluster = (file: string): boolean => file.startsWith(`cluster${path.sep}`);
const outside = files.filter((file) => !isCluster(file));

test('only the start of a cluster and the commands of one load it', () => {
  const at = outside.filter((file) => importsOf(file).at.some(isCluster));
  const later = outside.filter((file) => importsOf(file).later.some(isCluster));

  expect(at).toEqual([path.join('cli', 'commands', 'pool.js')]);
  expect(later.sort()).toEqual(['cli/commands/clean.js', 'cli/commands/keys.js', 'start/cluster.js'].map((file) => path.normalize(file)));
});

test.each(['index.js', 'cli/run-process.js', 'clients/vitest/use-devnet.js', 'clients/simnet/connect.js'])(
  '%s loads no cluster',
  (entry) => {
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file) || !files.includes(file)) return;
      loaded.add(file);
      for (const name of importsOf(file).at) load(name);
    };
    load(path.normalize(entry));

    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter(isCluster)).toEqual([]);
  },
);

test('Redis is known to the cluster only', () => {
  const users = files.filter((file) => [...importsOf(file).at, ...importsOf(file).later].includes('ioredis'));

  expect(users).toEqual([path.join('cluster', 'redis', 'connection.js')]);
});
