// node scripts/ci/portable.mjs DIR TARBALL [npm's flags]: installs the tarball of the package into the new folder DIR, as a user does, and
// bundles the tests of test/portable for it. The flags choose another system: --os=win32 --cpu=x64. Its runtime runs DIR/*.test.mjs there,
// with node:test.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const [, , target, tarball, ...flags] = process.argv;
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.resolve(target);
const tests = path.join(root, 'test/portable');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
// npm of Windows is a script, which only a shell starts.
const shell = process.platform === 'win32';
const npm = (args) =>
  execFileSync('npm', shell ? args.map((arg) => `"${arg}"`) : args, { cwd: folder, shell, stdio: ['ignore', 'ignore', 'inherit'] });

mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'package.json'), '{ "name": "portable", "private": true, "type": "module" }\n');
npm(['install', '--silent', ...flags, path.resolve(tarball), `@stacks/transactions@${dependencies['@stacks/transactions']}`]);
await build({
  entryPoints: Object.fromEntries(
    readdirSync(tests)
      .filter((name) => name !== 'program.ts')
      .map((name) => [`${path.basename(name, '.ts')}.test`, path.join(tests, name)]),
  ),
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
