// Checks an install of the package in the working folder: see docs/decisions/0045-an-install-is-small.md.
//   node scripts/ci/install.mjs FOLDER…   with folders of this machine that no file of the package may name
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The limits of an install. Megabytes of 1,000,000 bytes, without what a file system adds. */
const MOST_PACKAGES = 80;
const MOST_MEGABYTES = 50;

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(packages).filter(([folder]) => folder !== '');
const bytes = filesOf('node_modules').reduce((sum, file) => sum + lstatSync(file).size, 0);
const megabytes = Math.round(bytes / 100_000) / 10;
const warnings = readFileSync('npm.log', 'utf8').match(/^npm warn.*$/gim) ?? [];
const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => folder);
const own = 'node_modules/stacks-devnet';
const manifest = JSON.parse(readFileSync(`${own}/package.json`, 'utf8'));
const ofOthers = filesOf(own).filter((file) => /\.c?js\.map$/.test(file) || isStray(file));
const folders = process.argv.slice(2).filter((folder) => folder !== '/');
const leaks = filesOf(own).flatMap((file) => {
  const contents = readFileSync(file);
  return folders.filter((folder) => contents.includes(`${folder}/`));
});

const failures = [
  ...(installed.length > MOST_PACKAGES ? [`${installed.length} packages, more than ${MOST_PACKAGES}`] : []),
  ...(megabytes > MOST_MEGABYTES ? [`${megabytes} MB, more than ${MOST_MEGABYTES}`] : []),
  ...warnings,
  ...scripts.map((folder) => `${folder} has a script at install`),
  ...Object.keys(manifest.scripts ?? {}).map((name) => `the package has the script ${name}`),
  ...ofOthers.map((file) => `${file} is of no use to users`),
  ...new Set(leaks.map((folder) => `a file of the package names ${folder}`)),
];
process.stdout.write(`${installed.length} packages, ${megabytes} MB\n${failures.map((failure) => `FAILED: ${failure}\n`).join('')}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** The build writes all declarations that the exports reach into one folder. */
function isStray(file) {
  return file.startsWith(`${own}/dist/`) && /\.d\.[cm]?ts$/.test(file);
}

function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}
