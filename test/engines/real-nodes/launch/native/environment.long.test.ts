import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Service } from '#dist/engines/real-nodes/launch/launcher.js';
import { createNativeLauncher } from '#dist/engines/real-nodes/launch/native/launcher.js';
import { environments, folder, open, runs, saying, services, shell, start, useLauncher } from './environment-kit.js';
import { isRunning, runningWith, stateOf, waitUntil } from './processes.js';

useLauncher();

test('behavior: ports are free, different and constant', async () => {
  const [one, two] = await Promise.all([open(), open()]);
  const ports = [one, two].flatMap((environment) => [
    environment.bind('bitcoind', 'rpc').port,
    environment.bind('bitcoind', 'p2p').port,
    environment.bind('stacks-node', 'rpc').port,
  ]);
  expect(new Set(ports).size).toBe(6);
  expect(one.address('bitcoind', 'p2p')).toEqual(one.bind('bitcoind', 'p2p'));
  expect(await one.backchannel()).toEqual({ listenOn: '127.0.0.1', calledAs: '127.0.0.1' });
});

test('behavior: only published ports listen on other interfaces', async () => {
  const environment = await open({ host: '0.0.0.0' });
  const { port } = environment.bind('bitcoind', 'rpc');
  expect(environment.bind('bitcoind', 'rpc')).toEqual({ host: '0.0.0.0', port });
  expect(environment.address('bitcoind', 'rpc')).toEqual({ host: '127.0.0.1', port });
  expect(environment.bind('bitcoind', 'p2p').host).toBe('127.0.0.1');
});

test('behavior: a service gets only the given variables', async () => {
  const environment = await open();
  const service = await environment.start('bitcoind', { program: 'bitcoind', args: ['env'], env: { MARK: 'a b' } });
  await service.ended;
  const names = (await service.output()).filter((line) => !/^(?:PWD|SHLVL|_|OLDPWD)=/.test(line));
  expect(names.toSorted()).toEqual(['MARK=a b', `PATH=${folder.path}:/usr/bin:/bin`]);
});

test('behavior: arguments are passed unchanged', async () => {
  const environment = await open();
  const service = await start(environment, 'printf', '%s\\n', '$HOME; a "b"', '*');
  await service.ended;
  expect(await service.output()).toEqual(['$HOME; a "b"', '*']);
});

test('behavior: a service finds its configuration', async () => {
  const environment = await open();
  const file = await environment.write('conf/node.toml', 'x = 1\n');
  expect(file).toBe(environment.path('conf', 'node.toml'));
  const service = await start(environment, 'cat', 'conf/node.toml');
  await service.ended;
  expect(await service.output()).toEqual(['x = 1']);
});

test('behavior: it works without its watchdog', async () => {
  const environment = await open();
  const [run = ''] = runs();
  const [watchdog = 0] = runningWith(`stacks-devnet-watchdog ${path.join(folder.path, 'state/native', run)}`);
  process.kill(watchdog, 'SIGKILL');
  await waitUntil(() => !isRunning(watchdog));
  const service = await start(environment, 'sleep', '1000');
  await environment.close();
  expect(await service.ended).toMatchObject({ expected: true });
  expect(runs()).toEqual([]);
});

describe('ends', () => {
  test('behavior: unexpectedly, with its last output', async () => {
    const environment = await open();
    const service = await shell(environment, 'seq 30; echo no space left >&2; exit 3');
    expect(await service.ended).toEqual({ code: 3, signal: null, expected: false });
    expect(await service.output(2)).toEqual(['30', 'no space left']);
    expect(await service.output()).toHaveLength(20);
  });

  test('behavior: with the processes that it started', async () => {
    const environment = await open();
    const service = await shell(environment, 'sleep 1000 & echo $!; exit 1');
    expect(await service.ended).toMatchObject({ code: 1, expected: false });
    const [pid] = await service.output();
    expect(isRunning(Number(pid))).toBe(false);
  });

  test('behavior: a program behind a wrapper has time to end', async () => {
    const environment = await open();
    // The wrapper dies of SIGTERM at once; its child takes a moment.
    const child = 'trap "sleep 0.2; echo saved; exit" TERM; echo up; while :; do sleep 0.02; done';
    const service = await shell(environment, `sh -c '${child}' & wait`);
    await saying(service, 'up');
    await service.stop();
    expect(await service.output(1)).toEqual(['saved']);
  });

  test('behavior: SIGKILL follows a SIGTERM that is ignored', async () => {
    const environment = await open();
    const service = await shell(environment, 'trap "" TERM; echo up; while :; do sleep 0.05; done');
    await saying(service, 'up');
    expect(await service.stop({ graceMs: 100 })).toEqual({ code: null, signal: 'SIGKILL', expected: true });
  });

  test('behavior: kill sends SIGKILL at once', async () => {
    const environment = await open();
    const service = await shell(environment, 'trap "echo asked" TERM; echo up; while :; do sleep 0.05; done');
    await saying(service, 'up');
    expect(await service.kill()).toMatchObject({ signal: 'SIGKILL', expected: true });
    expect(await service.output()).toEqual(['up']);
  });

  test('behavior: it can start again on its ports, with its own output', async () => {
    const environment = await open();
    const { port } = environment.bind('bitcoind', 'rpc');
    await (await shell(environment, 'echo first')).ended;
    const again = await shell(environment, 'echo second');
    await again.ended;
    expect(again.reach('rpc').port).toBe(port);
    expect(await again.output()).toEqual(['second']);
  });
});

describe('state', () => {
  test('default: frozen services stand still, then continue', async () => {
    const environment = await open();
    const service = await shell(environment, 'echo $$; exec sleep 1000');
    await waitUntil(async () => (await service.output()).length > 0);
    const pid = Number((await service.output())[0]);
    await environment.freeze();
    expect(stateOf(pid)).toMatch(/^T/);
    await environment.thaw();
    await waitUntil(() => !stateOf(pid).startsWith('T'));
    expect(isRunning(pid)).toBe(true);
  });

  test('behavior: a service that is just starting a program stands still, too', async () => {
    const environment = await open();
    // dash starts programs by vfork(2): until its child has executed the program, the shell itself cannot stop.
    const service = await shell(environment, 'echo up; while :; do /bin/true; done');
    await saying(service, 'up');
    for (let round = 0; round < 30; round++) {
      await environment.freeze();
      await environment.thaw();
    }
  });

  test('behavior: frozen services can be stopped', async () => {
    const environment = await open();
    const service = await shell(environment, 'trap "echo bye; exit 0" TERM; echo up; sleep 1000 & wait');
    await saying(service, 'up');
    await environment.freeze();
    expect(await service.stop()).toEqual({ code: 0, signal: null, expected: true });
    expect(await service.output(1)).toEqual(['bye']);
  });

  test('default: a saved state is complete, without logs and locks', async () => {
    const environment = await open();
    const target = path.join(folder.path, 'saved/one');
    await environment.write('chain/blocks/000003.log', 'journal');
    await environment.write('chain/blocks/LOCK', '');
    await environment.write('chain/debug.log', 'words');
    await environment.write('chain/mempool.dat', 'old');
    await environment.write('event_observers.sqlite-wal', 'old');
    await environment.write('signer.sqlite-wal', 'pages');
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, 'stale'), '');
    await environment.save(target);
    expect(readdirSync(target).toSorted()).toEqual(['chain', 'signer.sqlite-wal']);
    expect(readdirSync(path.join(target, 'chain'))).toEqual(['blocks']);
    expect(readdirSync(path.join(target, 'chain/blocks'))).toEqual(['000003.log']);

    const other = await open();
    await other.write('later', '');
    await other.load(target);
    expect(readdirSync(other.path()).toSorted()).toEqual(['chain', 'signer.sqlite-wal']);
    expect(readFileSync(other.path('chain/blocks/000003.log'), 'utf8')).toBe('journal');
    expect(readdirSync(path.join(folder.path, 'saved'))).toEqual(['one']);
  });

  test('error: a missing state does not change the present one', async () => {
    const environment = await open();
    await environment.write('kept', '');
    await expect(environment.load(path.join(folder.path, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(environment.path('kept'))).toBe(true);
  });

  test('error: a service runs', async () => {
    const environment = await open();
    await start(environment, 'sleep', '1000');
    await expect(environment.load(folder.path)).rejects.toMatchObject({ code: 'BUSY', message: expect.stringContaining('bitcoind') });
  });
});

describe('refusals', () => {
  test('error: a service that already runs', async () => {
    const environment = await open();
    await start(environment, 'sleep', '1000');
    await expect(start(environment, 'true')).rejects.toMatchObject({ code: 'BUSY' });
  });

  test('error: after close', async () => {
    const environment = await open();
    await environment.close();
    await expect(start(environment, 'true')).rejects.toMatchObject({ code: 'NOT_READY' });
    await expect(environment.write('x', '')).rejects.toMatchObject({ code: 'NOT_READY' });
    expect(runs()).toEqual([]);
  });

  test('behavior: a close during a start ends the service, too', async () => {
    const environment = await open();
    const started = start(environment, 'sleep', '1000').catch((error: unknown) => error);
    await environment.close();
    const outcome = await started;
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'NOT_READY' });
    else expect(await (outcome as Service).ended).toMatchObject({ expected: true });
    expect(runs()).toEqual([]);
  });

  test('error: a missing program', async () => {
    const bare = createNativeLauncher({ binaries: {}, environment: { PATH: '' }, stateDir: path.join(folder.path, 'state') });
    await expect(bare.programs()).rejects.toMatchObject({ code: 'MISSING' });
    const environment = await bare.open({ services, published: {}, host: '127.0.0.1' });
    environments.push(environment);
    await expect(start(environment, 'true')).rejects.toMatchObject({ code: 'MISSING' });
  });

  test('error: a state folder that cannot be created', async () => {
    const stateDir = path.join(folder.path, 'bitcoind');
    const misplaced = createNativeLauncher({ binaries: {}, environment: { PATH: folder.path }, stateDir });
    await expect(misplaced.open({ services, published: {}, host: '127.0.0.1' })).rejects.toMatchObject({
      code: 'MISSING',
      message: expect.stringMatching(/cannot be written: ENOTDIR/),
      hint: expect.stringContaining('XDG_STATE_HOME'),
    });
  });

  test.skipIf(!existsSync('/dev/full'))('error: a full disk', async () => {
    const environment = await open();
    symlinkSync('/dev/full', environment.path('node.toml.partial'));
    await expect(environment.write('node.toml', 'x = 1')).rejects.toMatchObject({
      code: 'MISSING',
      message: expect.stringMatching(/^the disk of /),
      hint: expect.stringMatching(/^df -h /),
    });
  });

  test('error: an aborted start', async () => {
    await expect(open({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  test('error: a host of another machine', async () => {
    await expect(open({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'host' });
    expect(runs()).toEqual([]);
  });

  test('error: a port in use, before and after the environment is open', async () => {
    await using holder = await listen(0);
    const published = { 'bitcoind/rpc': holder.port };
    const taken = { code: 'PORT_TAKEN', field: 'ports.bitcoin', message: expect.stringContaining(`Port ${holder.port} is in use`) };
    await expect(open({ published })).rejects.toMatchObject(taken);
    expect(runs()).toEqual([]);

    const environment = await open();
    await using _late = await listen(environment.bind('bitcoind', 'p2p').port);
    await expect(start(environment, 'true')).rejects.toMatchObject({ code: 'PORT_TAKEN', field: 'bitcoind/p2p' });
  });
});

async function listen(port: number): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return { port: address.port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}
