// Makes what the package needs to run, and what tests import: `dist` and `bundle`. Does nothing if neither what they are made from nor they
// themselves have changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'dist/.build');

/** All files below a folder, or the file itself. */
function filesOf(name) {
  const found = path.join(root, name);
  if (!existsSync(found)) return [];
  if (!statSync(found).isDirectory()) return [found];
  const entries = readdirSync(found, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const digestOf = (names, describe) => {
  const digest = createHash('sha256');
  for (const file of names
    .flatMap(filesOf)
    .filter((file) => file !== stamp)
    .sort())
    digest.update(`${file}\0`).update(describe(file)).update('\0');
  return digest.digest('hex');
};
const inputs = () => digestOf(['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'], (file) => readFileSync(file));
const outputs = () =>
  digestOf(['dist', 'bundle'], (file) => {
    const { size, mtimeMs } = statSync(file);
    return `${size} ${mtimeMs}`;
  });

const made = `${process.version} ${inputs()}`;
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== `${made} ${outputs()}`) {
  rmSync(stamp, { force: true });
  await import('./compile.mjs');
  await import('./make-boot-contracts.mjs');
  await import('./bundle.mjs');
  await import('./make-cache.mjs');
  writeFileSync(stamp, `${made} ${outputs()}`);
}
