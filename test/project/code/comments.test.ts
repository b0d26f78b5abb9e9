import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COMMENT = /^\s*(?:\*|\/\/) \S/;
const ONE_WORD = /^\s*(?:\*|\/\/) [^\s@]\S*$/;

// Nothing wraps comments: the formatter leaves them as they are. A line of one word is what an edit of the lines above it left over.
test.each(['src', 'scripts'])('comments in %s have no line of one word', (folder) => {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.(?:tsx?|cts|mjs)$/.test(file) && !file.includes('node_modules/'));
  expect(files.length).toBeGreaterThan(10);
  const left = files.flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, folder, file), 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      ONE_WORD.test(line) && COMMENT.test(lines[at - 1] ?? '') ? [`${folder}/${file}:${at + 1}: ${line.trim()}`] : [],
    );
  });
  expect(left).toEqual([]);
});
