import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder } from '#dist/platform/node/make-folder.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('default: creates the folders above it, too, with the mode', () => {
  makeFolder(join(root, 'a', 'b', 'c'), 0o700);
  for (const name of ['a', 'a/b', 'a/b/c']) expect(statSync(join(root, name)).mode & 0o777).toBe(0o700);
});

test('behavior: a folder that exists stays as it is, and so does a link to one', () => {
  makeFolder(join(root, 'a'), 0o750);
  makeFolder(join(root, 'a'), 0o700);
  symlinkSync(join(root, 'a'), join(root, 'link'));
  makeFolder(join(root, 'link'));
  expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o750);
});

test('error: a file in its way, a link to nothing, a name that is too long', () => {
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'nothing'), join(root, 'link'));
  expect(() => makeFolder(join(root, 'file'))).toThrow(/^EEXIST.*file/);
  expect(() => makeFolder(join(root, 'file', 'a', 'b'))).toThrow(/^ENOTDIR.*file/);
  expect(() => makeFolder(join(root, 'link', 'a'))).toThrow(/link/);
  expect(() => makeFolder(join(root, 'x'.repeat(300), 'a'))).toThrow(/^ENAMETOOLONG/);
  expect(() => makeFolder('')).toThrow(/^ENOENT/);
});

describe.runIf(existsSync('/proc/self'))('a folder in which none can be created', () => {
  // Node's own mkdir does not end here.
  test.each(['/proc/nope', '/proc/nope/x/y', '/proc/self/nope/x'])('error: %s', (folder) => {
    expect(() => makeFolder(folder)).toThrow(/^ENOENT: no such file or directory, mkdir '\/proc\/(self\/)?nope'$/);
  });
});
