// `npm run check`: formatter, linter, rooms, types and dead code, side by side. Prints what failed, and how long each took.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { install } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
install(path.join(root, 'scripts/check'));
// Their types.
install(path.join(root, 'test/others'), root);
install(path.join(root, 'scripts/site/packages'), path.join(root, 'scripts/site/tab'));

const tool = (name) => path.join(root, 'scripts/check/node_modules/.bin', name);
const compiler = path.join(root, 'node_modules/.bin/tsc');
// The checks use all processors together: several checkers would check the same types several times, for one program.
const once = ['--checkers', '1'];
const checks = {
  'format and lint': [tool('biome'), ['ci', process.stdout.isTTY ? '--colors=force' : '--colors=off', '.']],
  rooms: [process.execPath, ['--import', 'tsx', 'scripts/rooms.ts']],
  types: [compiler, ['-p', '.', ...once]],
  'types of the page': [compiler, ['-p', 'src/page', ...once]],
  'types of the playground': [compiler, ['-p', 'scripts/site/tab', ...once]],
  'dead code': [tool('knip'), ['--cache']],
};

const failed = await Promise.all(Object.entries(checks).map(([name, [program, args]]) => check(name, program, args)));
process.exitCode = failed.includes(true) ? 1 : 0;

async function check(name, program, args) {
  const started = performance.now();
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (code !== 0) console.log(`${out}${err}`.trimEnd());
  return code !== 0;
}
