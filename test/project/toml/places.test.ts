import { expect, test } from 'vitest';
import { type KeyPath, tomlPlaces } from '#dist/project/toml/places.js';

const DOCUMENT = `# A document with [brackets] and key = "value" in its first line.
title = "a [table] = 1"
text = """
[no.table]
no = "key"
"""

[project]
  name = 'counter' # name = "no"
requirements = [ { contract_id = "a" },
  { contract_id = "b" } ]

[[project.list]]
id = 1
[[project.list]]
id = 2

[contracts."two words"]
path.file = "x"
inline = { a = 1, b = { c = [1, 2] } }
`;

test.each<[KeyPath, number | undefined, number | undefined]>([
  [['title'], 2, 1],
  [['text'], 3, 1],
  [['project'], 8, 1],
  [['project', 'name'], 9, 3],
  [['project', 'requirements', 0, 'contract_id'], 10, 20],
  [['project', 'requirements', 1, 'contract_id'], 11, 5],
  [['project', 'list', 0, 'id'], 14, 1],
  [['project', 'list', 1, 'id'], 16, 1],
  [['contracts', 'two words'], 18, 1],
  [['contracts', 'two words', 'path', 'file'], 19, 1],
  [['contracts', 'two words', 'inline', 'b', 'c'], 20, 25],
  [['contracts', 'two words', 'absent'], 18, 1],
  [['no', 'table'], undefined, undefined],
])('default: %j is at %s:%s', (path, line, column) => {
  expect(tomlPlaces('file.toml', DOCUMENT)(path)).toEqual(
    line === undefined ? { file: 'file.toml' } : { file: 'file.toml', line, column, text: DOCUMENT.split('\n')[line - 1] },
  );
});
