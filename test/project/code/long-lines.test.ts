import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MOST = 140;

/** A regular expression or the words of a mnemonic on a line of its own, or the beginning of a text of several lines. */
function isData(line: string): boolean {
  return /^\s*(?:\/.*\/[a-z]*|'[a-z ]+')[,;]?$/.test(line) || line.split('`').length % 2 === 0;
}

// The formatter breaks code, but neither texts nor comments.
test.each(['src', 'scripts'])('lines in %s have at most 140 characters', (folder) => {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:tsx?|mjs|sh)$/.test(file) && !file.includes('node_modules'),
  );
  expect(files.length).toBeGreaterThan(10);
  const long = files.flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, folder, file), 'utf8').split('\n');
    return lines.flatMap((line, at) => (line.length > MOST && !isData(line) ? [`${folder}/${file}:${at + 1}: ${line.trim()}`] : []));
  });
  expect(long).toEqual([]);
});
