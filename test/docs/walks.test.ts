import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const [, section = ''] = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').split('\n## Walks\n');
/** Each diagram: its title, and the files of its stations. */
const walks = [...(section.split('\n## ')[0] ?? '').matchAll(/^(.+):\n\n```text\n([^`]+|`[^`]+`)+?```$/gm)].map(([diagram, title = '']) => {
  const lines = diagram.split('\n').slice(3, -1);
  return { title, stations: lines.map((line) => /^(?:→ )?(\S+) +\S/.exec(line)?.[1] ?? line) };
});

test('docs: CONTRIBUTING has five walks of at most seven stations', () => {
  expect(walks.map(({ stations }) => stations.length <= 7 && stations.length > 3)).toEqual([true, true, true, true, true]);
});

test.each(walks)('docs: the files of the walk "$title" exist', ({ stations }) => {
  expect(stations.filter((file) => !existsSync(path.join(root, 'src', file)))).toEqual([]);
});
