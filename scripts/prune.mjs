// Removes from `dist` what has no source any more. Without it, an import of a deleted module passes here and fails on a clean checkout.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const OUTPUT = /\.(d\.ts|js)$/;

for (const file of existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []) {
  const source = path.join(root, 'src', file.replace(OUTPUT, ''));
  if (OUTPUT.test(file) && !existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`)) rmSync(path.join(dist, file));
}
