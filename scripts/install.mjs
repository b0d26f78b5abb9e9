// Installs packages that only some commands need, unless they are there already.
//   node scripts/install.mjs FOLDER [USERS]   the packages of FOLDER/package.json; files below USERS may import them
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param folder with `package.json` and `package-lock.json`
 * @param users a folder that has files of this project: their nearest `package.json` stays that of the project
 */
export function install(folder, users) {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const installed = path.join(folder, 'node_modules/.installed');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    writeFileSync(installed, lock);
  }
  if (users !== undefined) link(folder, path.join(users, 'node_modules'));
}

/** Only what was asked for, and not what that needs: this may have other versions than the project's own. */
function link(folder, target) {
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const from = path.join(target, name);
    const to = path.resolve(folder, 'node_modules', name);
    // A run that is under way imports from these links: one that is right stays.
    if (existsSync(from) && realpathSync(from) === realpathSync(to)) continue;
    rmSync(from, { recursive: true, force: true });
    mkdirSync(path.dirname(from), { recursive: true });
    symlinkSync(to, from, 'junction');
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder, users] = process.argv.slice(2);
  if (folder === undefined) throw new Error('expected a folder with a package.json: node scripts/install.mjs FOLDER [USERS]');
  install(folder, users);
}
