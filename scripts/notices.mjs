import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the licences of the packages that a bundle has copies of. Some have theirs in the readme.
 * @param inputs the files of the bundle, relative to `root`
 * @throws Error for a package without either
 */
export function noticesOf(inputs, root) {
  const folders = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
      const files = readdirSync(path.join(root, folder));
      const licence = files.find((file) => /^licen[cs]e/i.test(file)) ?? files.find((file) => /^readme/i.test(file));
      if (licence === undefined) throw new Error(`${name} has no licence: it cannot be part of the bundle`);
      return `${name} ${version}\n\n${readFileSync(path.join(root, folder, licence), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
