import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Licences, and notices that some of them require to be passed on. Parts that others wrote have theirs in a folder. */
const LICENCE = /(^|\/)(licen[cs]e|copying|notice)([-.][^/]*)?$/i;
const CODE = /\.[cm]?[jt]s$/;

/**
 * Returns the licences of the packages that a bundle has copies of. A package that only names its licence gets the standard text of it.
 * @param inputs the files of the bundle, relative to `root`
 * @throws Error for a package without a licence
 */
export function noticesOf(inputs, root) {
  return packagesOf(inputs)
    .map((folder) => noticeOf(path.join(root, folder)))
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Returns the folders of the packages that files are in. */
export function packagesOf(files) {
  return [...new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))].sort();
}

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const isOwn = (file) => !/(^|\/)(node_modules|\.[^/]+)\//.test(file) && !CODE.test(file);
  const files = readdirSync(folder, { recursive: true }).filter((file) => LICENCE.test(file) && isOwn(file));
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return `${name} ${version}\n\n${texts.length > 0 ? texts.join('\n\n') : standardText(name, license, author)}\n`;
}

function standardText(name, license, author) {
  const file = path.join(import.meta.dirname, `licences/${license}.txt`);
  if (!existsSync(file)) throw new Error(`${name} has no licence: it cannot be part of the bundle`);
  return `${license}. Author: ${author?.name ?? author ?? `the authors of ${name}`}\n\n${readFileSync(file, 'utf8').trim()}`;
}
