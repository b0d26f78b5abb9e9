import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { findPrograms, type ProgramsOptions } from '#dist/engines/real-nodes/launch/native/programs.js';
import { remedy } from '#dist/engines/real-nodes/launch/remedy.js';
import { addPrograms, type ProgramFolder, programFolder, says } from './fake-programs.js';

let folder: ProgramFolder;
beforeEach(() => {
  folder = programFolder();
  addPrograms(folder);
});
afterEach(() => folder[Symbol.dispose]());

/** The folders of the system follow, because scripts use its programs. It must not have Stacks nodes in them. */
const find = (binaries: ProgramsOptions['binaries'] = {}, searchPath = `${folder.path}:/usr/bin:/bin`) =>
  findPrograms({ binaries, environment: { PATH: searchPath }, probeTimeoutMs: 5_000 });
const failure = (binaries?: ProgramsOptions['binaries'], searchPath?: string): Promise<DevnetError> =>
  find(binaries, searchPath).then(
    () => expect.unreachable('it was found'),
    (error: unknown) => (error instanceof DevnetError ? error : expect.unreachable(String(error))),
  );

test('default: on PATH', async () => {
  const identity = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(await find()).toEqual({
    bitcoind: { version: '29.0.0', flavour: 'Core', identity, file: path.join(folder.path, 'bitcoind') },
    'stacks-node': { version: '4.0.2', identity, file: path.join(folder.path, 'stacks-node') },
    'stacks-signer': { version: '4.0.2', identity, file: path.join(folder.path, 'stacks-signer') },
  });
});

test.each([
  ['Bitcoin Core version v27.2.0', { version: '27.2.0', flavour: 'Core' }],
  ['Bitcoin Core daemon version v31.99.0-1a2b3c4d5e6f bitcoind', { version: '31.99.0', flavour: 'Core' }],
  ['Bitcoin Knots daemon version v29.5.0.knots20260508', { version: '29.5.0.knots20260508', flavour: 'Knots' }],
])('default: %s', async (words, expected) => {
  folder.script('bitcoind', `echo '${words}'; echo 'Copyright (C) 2009-2026 The Bitcoin Core developers'`);
  expect((await find()).bitcoind).toMatchObject(expected);
});

test('behavior: log lines next to the version are ignored', async () => {
  const line = 'INFO [1795200991.502395] [stacks-node/src/main.rs:329] [main] stacks-node 4.0.2 (1efa4a9bf6+, release build)';
  folder.script('stacks-node', `echo "${line} $$" >&2; ${says['stacks-node']}`);
  const first = await find();
  expect(first['stacks-node'].version).toBe('4.0.2');
  expect((await find())['stacks-node'].identity).toBe(first['stacks-node'].identity);
});

test('behavior: a path is used directly, a name is searched on PATH', async () => {
  const given = folder.script('other/my bitcoind', "echo 'Bitcoin Knots daemon version v29.5.0.knots20260508'");
  folder.script('stacks-node-4.0.3', "echo 'stacks-node 4.0.3 ()'");
  folder.script('stacks-signer-4.0.3', "echo 'stacks-signer 4.0.3 ()'");
  const found = await find({ bitcoind: given, stacksNode: 'stacks-node-4.0.3', stacksSigner: 'stacks-signer-4.0.3' });
  expect(found.bitcoind).toMatchObject({ flavour: 'Knots', file: given });
  expect(found['stacks-signer'].file).toBe(path.join(folder.path, 'stacks-signer-4.0.3'));
});

test('behavior: files on PATH that cannot be executed are skipped', async () => {
  folder.script('first/bitcoind', 'exit 1', 0o644);
  mkdirSync(path.join(folder.path, 'second/bitcoind'), { recursive: true });
  const found = await find({}, `${folder.path}/first:${folder.path}/second:${folder.path}:/bin`);
  expect(found.bitcoind.file).toBe(path.join(folder.path, 'bitcoind'));
});

test('behavior: a replaced program has another identity', async () => {
  const before = await find();
  expect((await find()).bitcoind.identity).toBe(before.bitcoind.identity);
  utimesSync(path.join(folder.path, 'bitcoind'), new Date(), new Date('2026-01-01'));
  const after = await find();
  expect(after.bitcoind.identity).not.toBe(before.bitcoind.identity);
  expect(after['stacks-node'].identity).toBe(before['stacks-node'].identity);
});

describe('missing programs', () => {
  test('error: all of them', async () => {
    const { code, message, hint } = await failure({}, path.join(folder.path, 'nowhere'));
    expect({ code, message }).toEqual({
      code: 'MISSING',
      message: [
        'bitcoind was not found: BITCOIND is not set and PATH has no executable bitcoind',
        'stacks-node was not found: STACKS_NODE is not set and PATH has no executable stacks-node',
        'stacks-signer was not found: STACKS_SIGNER is not set and PATH has no executable stacks-signer',
      ].join('; '),
    });
    expect(hint?.split('\n')).toEqual([await remedy('bitcoind'), await remedy('stacks-node')]);
  });

  test('error: a name that is not on PATH', async () => {
    expect(await failure({ bitcoind: 'bitcoind-30' })).toMatchObject({
      code: 'MISSING',
      field: 'binaries.bitcoind',
      message: 'bitcoind was not found: PATH has no executable bitcoind-30',
    });
  });

  test.each<[string, () => string, string]>([
    ['no file', () => path.join(folder.path, 'gone'), 'does not exist'],
    ['a folder', () => folder.path, 'is not a file'],
    ['not executable', () => folder.script('plain', 'exit', 0o644), 'is not executable'],
  ])('error: %s', async (_, make, fault) => {
    const file = make();
    const error = await failure({ stacksSigner: file });
    expect(error).toMatchObject({ code: 'MISSING', field: 'binaries.stacksSigner', received: file });
    expect(error.message).toBe(`stacks-signer: ${file} ${fault}`);
    if (fault === 'is not executable') expect(error.hint).toBe(`chmod +x ${file}`);
  });

  test('error: on PATH, but not executable', async () => {
    chmodSync(path.join(folder.path, 'bitcoind'), 0o644);
    const file = path.join(folder.path, 'bitcoind');
    expect((await failure({}, folder.path)).hint).toContain(`${file} is not executable; chmod +x ${file}`);
  });
});

describe('programs that report no version', () => {
  test('error: hangs, with a child that keeps its output open', async () => {
    const file = folder.script('bitcoind', 'sleep 1000 & echo starting; wait');
    const environment = { PATH: `${folder.path}:/usr/bin:/bin` };
    await expect(findPrograms({ binaries: {}, environment, probeTimeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'MISSING',
      message: `bitcoind: ${file} --version did not answer within 1000 ms`,
      hint: 'it wrote: starting',
    });
  });

  test('error: fails', async () => {
    const file = folder.script('stacks-node', 'echo one; echo "cannot open shared object file" >&2; exit 127');
    expect(await failure()).toMatchObject({
      code: 'MISSING',
      message: `stacks-node: ${file} version ended with status 127`,
      hint: expect.stringContaining('cannot open shared object file'),
    });
  });

  test('error: is killed', async () => {
    const file = folder.script('bitcoind', 'kill -SEGV $$');
    expect(await failure()).toMatchObject({
      message: `bitcoind: ${file} --version was ended by SIGSEGV`,
      hint: `run it by hand: ${file} --version`,
    });
  });

  test('error: is for another system', async () => {
    const file = path.join(folder.path, 'bitcoind');
    writeFileSync(file, Buffer.from('\u007fELF of another machine'));
    const { code, message } = await failure();
    expect({ code, message }).toEqual({ code: 'MISSING', message: `bitcoind: ${file} --version ended with status 127` });
  });

  test('error: is a script without its interpreter', async () => {
    const file = path.join(folder.path, 'bitcoind');
    writeFileSync(file, '#!/nowhere/sh\n');
    const { code, message } = await failure();
    expect(code).toBe('MISSING');
    expect(message).toMatch(/^bitcoind: .* --version cannot be started: .*ENOENT/);
  });

  test('error: is another program', async () => {
    const file = folder.script('bitcoind', "echo 'Litecoin Core daemon version v0.21.4'");
    expect(await failure()).toMatchObject({
      code: 'MISSING',
      message: `bitcoind: ${file} is another program: it printed "Litecoin Core daemon version v0.21.4"`,
      expected: 'Bitcoin Core or Bitcoin Knots',
    });
    expect((await failure({ stacksSigner: path.join(folder.path, 'stacks-node') })).message).toContain('stacks-node is another program');
  });
});

describe('unsupported versions', () => {
  test.each([
    ['bitcoind', "echo 'Bitcoin Core version v26.2.0'", '26.2.0', '27 or later'],
    ['stacks-node', "echo 'stacks-node 3.4.0.0.4 (:)'", '3.4.0.0.4', '4.0.1 or a later 4.0'],
    ['stacks-node', "echo 'stacks-node 4.1.0 (:)'", '4.1.0', '4.0.1 or a later 4.0'],
    ['stacks-signer', "echo 'stacks-signer 4.0.0 (:)'", '4.0.0', '4.0.1 or a later 4.0'],
  ])('error: %s that says %s', async (name, words, received, expected) => {
    const file = folder.script(name, words);
    const error = await failure();
    expect(error).toMatchObject({ code: 'MISSING', expected, received, hint: expect.stringMatching(/./) });
    expect(error.message).toBe(`${name}: ${file} is version ${received}, which is not supported`);
  });

  test('error: node and signer differ', async () => {
    folder.script('stacks-signer', "echo 'stacks-signer 4.0.3 ()'");
    expect(await failure()).toMatchObject({
      code: 'MISSING',
      message: 'stacks-node is version 4.0.2 and stacks-signer 4.0.3: they must be the same',
      field: 'binaries.stacksSigner',
    });
  });
});

describe('the command that installs it', () => {
  const trixie = 'VERSION_CODENAME=trixie\nID=debian\n';
  test.each([
    ['bitcoind', 'linux', 'x64', trixie, 'sudo apt-get install -t trixie-backports bitcoin-knots'],
    ['bitcoind', 'linux', 'x64', 'PRETTY_NAME="Debian GNU/Linux forky/sid"\n', 'sudo apt-get install bitcoin-knots'],
    ['bitcoind', 'darwin', 'arm64', '', 'brew install bitcoin'],
    ['bitcoind', 'linux', 'arm64', 'VERSION_CODENAME=noble\n', expect.stringContaining('bitcoin-29.0-aarch64-linux-gnu.tar.gz')],
    ['stacks-node', 'linux', 'x64', trixie, expect.stringContaining('/4.0.2/linux-glibc-x64.zip')],
    ['stacks-signer', 'linux', 'arm64', 'ID=alpine\n', expect.stringContaining('/4.0.2/linux-musl-arm64.zip')],
    ['stacks-node', 'darwin', 'arm64', '', expect.stringContaining('/4.0.2/macos-arm64.zip')],
    ['stacks-node', 'darwin', 'x64', '', expect.stringMatching(/^cargo install .*--tag 4\.0\.2 stacks-node stacks-signer$/)],
  ] as const)('default: %s on %s %s', async (program, platform, arch, osRelease, command) => {
    expect(await remedy(program, { platform, arch, osRelease })).toEqual(command);
  });
});
