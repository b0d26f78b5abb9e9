import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startDevnet } from 'stacks-devnet';
import { initSimnet } from 'stacks-devnet/simnet';
import { folder, isNode, isWindows, run, writeLines, writeProject } from './program.js';

const counter = `(define-data-var count uint u0)

(define-public (increment)
  (begin
    (var-set count (+ (var-get count) u1))
    (ok (var-get count))))

(define-read-only (get-count) (var-get count))
`;
const manifest = String.raw`[project]
name = "counter"

[contracts.counter]
path = 'contracts\counter.clar'
epoch = "3.0"

[contracts.caller]
path = "contracts/sub folder/caller.clar"
epoch = "3.0"
`;
let work: ReturnType<typeof folder>;
let project: string;

/** Writes a project of Windows: CRLF, and on Windows a path with backslashes. */
before(() => {
  work = folder();
  project = path.join(work.path, 'my project');
  writeProject(project, isWindows ? manifest : manifest.replace('\\', '/'));
  writeLines(path.join(project, 'contracts', 'counter.clar'), counter);
  writeLines(path.join(project, 'contracts', 'sub folder', 'caller.clar'), '(define-public (twice) (contract-call? .counter increment))\n');
});
after(() => work[Symbol.dispose]());

test('project: a project with CRLF is deployed in the order of its calls', async () => {
  await using devnet = await startDevnet({ project });
  assert.deepEqual(
    devnet.project?.contracts.map(({ id }) => id.split('.')[1]),
    ['counter', 'caller'],
  );
  assert.equal((await devnet.contract('caller').call('twice', [], { as: 'deployer' })).status, 'success');
});

test('project: the path of the manifest names the project', async () => {
  await using devnet = await startDevnet({ project: path.join(project, 'Clarinet.toml') });
  assert.equal(devnet.project?.name, 'counter');
});

test('project: paths of contracts are in the words of the manifest', async () => {
  await using devnet = await startDevnet({ project });
  const [first] = devnet.project?.contracts ?? [];
  assert.match(first?.path ?? '', /^contracts[\\/]counter\.clar$/);
});

test('project: coverage names files and lines', async () => {
  const file = path.join(work.path, 'lcov of a project.info');
  {
    await using devnet = await startDevnet({ project, coverage: file });
    await devnet.contract('counter').call('increment', [], { as: 'deployer' });
  }
  const report = readFileSync(file, 'utf8').split('\n');
  for (const line of ['SF:contracts/counter.clar', 'FNDA:1,increment', 'DA:5,1']) assert.ok(report.includes(line), `${line} is missing`);
});

test('project: a broken contract is an error with its file, line and column', async () => {
  const broken = path.join(work.path, 'broken project');
  writeProject(broken, '[project]\nname = "broken"\n\n[contracts.broken]\npath = "broken.clar"\nepoch = "3.0"\n');
  writeLines(path.join(broken, 'broken.clar'), '(define-data-var n uint u0)\n(var-get m)\n');
  await assert.rejects(startDevnet({ project: broken }), /broken\.clar:2:10/);
});

test('project: an error of the manifest names the line', async () => {
  const broken = path.join(work.path, 'broken manifest');
  writeProject(broken, '[project]\nname = "broken"\n\n[contracts.a]\npath = 7\n');
  await assert.rejects(startDevnet({ project: broken }), /Clarinet\.toml:5/);
});

test('project: a missing contract is an error that names the file', async () => {
  const broken = path.join(work.path, 'missing contract');
  writeProject(broken, '[project]\nname = "broken"\n\n[contracts.a]\npath = "contracts/a.clar"\n');
  await assert.rejects(startDevnet({ project: broken }), /a\.clar/);
});

test('project: a folder that is missing is an error that names it', async () => {
  await assert.rejects(startDevnet({ project: path.join(work.path, 'no folder') }), /no folder/);
});

test('project: simnet reads a manifest by its absolute path', async () => {
  const simnet = await initSimnet(path.join(project, 'Clarinet.toml'), true);
  assert.equal(simnet.callPublicFn('counter', 'increment', [], simnet.deployer).result.type, 'ok');
});

test('project: types of its contracts are written', async () => {
  const declarations = path.join(work.path, 'types', 'contracts.d.ts');
  const { status, stderr } = await run(['exec', '--', process.execPath, '--version'], work.path, { cwd: project });
  assert.equal(status, 0, stderr);
  await using devnet = await startDevnet({ project });
  const made = await run(['types', '-o', declarations, '--url', devnet.urls.gateway ?? ''], work.path);
  assert.equal(made.status, 0, made.stderr);
  assert.match(readFileSync(declarations, 'utf8'), /counter/);
});

test('config: a JavaScript file of settings is found in the working directory', async () => {
  const cwd = path.join(work.path, 'with settings');
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'devnet.config.mjs'), 'export default { accounts: { count: 3 } };\r\n');
  writeFileSync(path.join(cwd, 'print.mjs'), 'console.log(process.env.DEVNET_URL)');
  const { status, stdout, stderr } = await run(['exec', '--log-level', 'error', '--', process.execPath, 'print.mjs'], work.path, { cwd });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+$/);
});

test('config: a TypeScript file of settings is read', { skip: !isNode && 'Bun and Deno run programs of Node differently' }, async () => {
  const cwd = path.join(work.path, 'with types');
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'devnet.config.ts'), 'const epoch: string = "9.9";\r\nexport default { epoch };\r\n');
  const { status, stderr } = await run(['up', '--ports', 'auto'], work.path, { cwd });
  assert.equal(status, 2);
  assert.match(stderr, /epoch.*9\.9/);
});

test('config: an error of a JSON file names the file and the setting', async () => {
  const cwd = path.join(work.path, 'with an error');
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'devnet.config.json'), '{ "epochh": "3.4" }\r\n');
  const { status, stderr } = await run(['up', '--ports', 'auto'], work.path, { cwd });
  assert.equal(status, 2);
  assert.match(stderr, /epoch/);
});
