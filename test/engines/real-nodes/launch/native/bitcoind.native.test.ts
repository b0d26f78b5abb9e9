import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { hash256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import type { Launcher, Service, ServiceEnvironment } from '#dist/engines/real-nodes/launch/launcher.js';
import { createNativeLauncher } from '#dist/engines/real-nodes/launch/native/launcher.js';
import type { FoundProgram } from '#dist/engines/real-nodes/launch/native/programs.js';
import { bitcoindArgs } from '#dist/engines/real-nodes/settings/bitcoind-args.js';
import { nativeHost } from '#dist/project/config/hosts.js';
import { addPrograms, type ProgramFolder, programFolder } from './fake-programs.js';
import { runningWith, waitUntil } from './processes.js';
import { realBitcoind } from './real-nodes.js';

const real = await realBitcoind();
/** In seconds. */
const MONTH = 30 * 86_400;

describe.skipIf(real === undefined)('a real bitcoind', () => {
  let folder: ProgramFolder;
  let launcher: Launcher;
  let bitcoind: FoundProgram;
  const environments: ServiceEnvironment[] = [];
  const state = mkdtempSync(path.join(tmpdir(), 'devnet-bitcoind-'));
  beforeAll(() => {
    if (real === undefined) throw new Error('there is no bitcoind');
    bitcoind = real;
    folder = programFolder();
    // Only bitcoind runs; the other two only have to exist.
    addPrograms(folder);
    const binaries = {
      bitcoind: bitcoind.file,
      stacksNode: path.join(folder.path, 'stacks-node'),
      stacksSigner: path.join(folder.path, 'stacks-signer'),
    };
    launcher = createNativeLauncher({ binaries, environment: nativeHost().environment, stateDir: state });
  });
  afterEach(async () => {
    await Promise.all(environments.splice(0).map((environment) => environment.close()));
    expect(runningWith(state)).toEqual([]);
  });
  afterAll(() => {
    folder[Symbol.dispose]();
    rmSync(state, { recursive: true, force: true });
  });

  async function open(): Promise<ServiceEnvironment> {
    const environment = await launcher.open({ services: { bitcoind: ['rpc', 'p2p'] }, published: {}, host: '127.0.0.1' });
    environments.push(environment);
    return environment;
  }

  function start(environment: ServiceEnvironment, ...more: string[]): Promise<Service> {
    const [rpc, p2p] = [environment.bind('bitcoind', 'rpc').port, environment.bind('bitcoind', 'p2p').port];
    const ports = [`-rpcport=${rpc}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-bind=127.0.0.1:${p2p}`, '-listenonion=0'];
    const args = [
      '-regtest',
      `-datadir=${environment.path()}`,
      '-server',
      '-printtoconsole=0',
      '-rpcuser=a',
      '-rpcpassword=b',
      ...ports,
      ...more,
    ];
    return environment.start('bitcoind', { program: 'bitcoind', args });
  }

  /** Returns the result of a call. Retries until the node answers. */
  async function call(service: Service, method: string, ...params: unknown[]): Promise<unknown> {
    const { host, port } = service.reach('rpc');
    const request = { method: 'POST', headers: { authorization: `Basic ${btoa('a:b')}` }, body: JSON.stringify({ id: 1, method, params }) };
    let result: unknown;
    await waitUntil(async () => {
      const answer = await fetch(`http://${host}:${port}`, request).catch(() => undefined);
      result = answer === undefined ? undefined : ((await answer.json()) as { result: unknown }).result;
      return result !== undefined && result !== null;
    });
    return result;
  }

  test('default: its version and flavour are read', () => {
    expect(bitcoind).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+/), flavour: expect.stringMatching(/^(?:Core|Knots)$/) });
  });

  test('default: it starts, answers and stops', async () => {
    const environment = await open();
    const service = await start(environment);
    expect(await call(service, 'getblockcount')).toBe(0);
    expect(await service.stop()).toEqual({ code: 0, signal: null, expected: true });
  });

  test('default: a copy of a frozen and flushed node continues at its height', async () => {
    const environment = await open();
    const service = await start(environment);
    await call(service, 'generatetodescriptor', 10, 'raw(51)');
    const tip = await call(service, 'getbestblockhash');
    await call(service, 'gettxoutsetinfo', 'none');
    const saved = path.join(state, 'saved');
    await environment.freeze();
    await environment.save(saved);
    await environment.thaw();
    await call(service, 'generatetodescriptor', 1, 'raw(51)');
    expect(existsSync(path.join(saved, 'regtest/debug.log'))).toBe(false);

    const other = await open();
    await other.load(saved);
    expect(await call(await start(other), 'getbestblockhash')).toBe(tip);
    await service.kill();
    await environment.load(saved);
    expect(await call(await start(environment), 'getblockcount')).toBe(10);
  });

  /** Starts it with the arguments of the engine. */
  function startForEngine(environment: ServiceEnvironment, ...more: string[]): Promise<Service> {
    const args = bitcoindArgs(environment, { rpcUser: 'a', rpcPassword: 'b' }, bitcoind.flavour);
    return environment.start('bitcoind', { program: 'bitcoind', args: [...args, ...more] });
  }

  test('behavior: with the arguments of the engine, it keeps its peers when the clock jumps', async () => {
    const environment = await open();
    const service = await startForEngine(environment);
    await call(service, 'getblockcount');
    const { host, port } = service.reach('rpc');
    const client = createBitcoinClient({ rpcUrl: () => `http://${host}:${port}`, rpcUser: 'a', rpcPassword: 'b' });
    const ready = async (): Promise<(string | undefined)[]> =>
      ((await client.call('getpeerinfo')) as { addr: string; version: number }[])
        .filter(({ version }) => version > 0)
        .map(({ addr }) => addr);
    const sockets: Socket[] = [];
    const addPeer = async (): Promise<string> => {
      const socket = connect(environment.bind('bitcoind', 'p2p').port, '127.0.0.1');
      sockets.push(socket.on('error', () => undefined).resume());
      socket.write(versionMessage());
      await waitUntil(async () => (await ready()).includes(`127.0.0.1:${socket.localPort}`));
      return `127.0.0.1:${socket.localPort}`;
    };
    try {
      const first = await addPeer();
      await client.call('setmocktime', [Math.floor(Date.now() / 1_000) + MONTH]);
      // bitcoind checks all peers before it reads from a new one.
      const second = await addPeer();
      expect(await ready()).toEqual([first, second]);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  test('behavior: with the arguments of the engine, a chain with an old tip is complete', async () => {
    const environment = await open();
    const first = await startForEngine(environment);
    await call(first, 'generatetodescriptor', 1, 'raw(51)');
    await first.stop();
    const later = await startForEngine(environment, `-mocktime=${Math.floor(Date.now() / 1_000) + MONTH}`);
    expect(await call(later, 'getblockchaininfo')).toMatchObject({ blocks: 1, initialblockdownload: false });
  });

  test('error: an unknown option', async () => {
    const environment = await open();
    const service = await start(environment, '-no-such-option');
    expect(await service.ended).toEqual({ code: 1, signal: null, expected: false });
    expect((await service.output()).join('\n')).toContain('no-such-option');
  });

  test('error: killed by another process', async () => {
    const environment = await open();
    const service = await start(environment);
    await call(service, 'getblockcount');
    for (const pid of runningWith(environment.path()))
      if (!runningWith('stacks-devnet-watchdog').includes(pid)) process.kill(pid, 'SIGKILL');
    expect(await service.ended).toEqual({ code: null, signal: 'SIGKILL', expected: false });
  });
});

/** The first message of a peer on regtest, as in Bitcoin's developer reference. */
function versionMessage(): Buffer {
  const payload = Buffer.alloc(86);
  payload.writeInt32LE(70_001, 0);
  const header = Buffer.concat([Buffer.from('fabfb5da', 'hex'), Buffer.from('version'.padEnd(12, '\0')), Buffer.alloc(8)]);
  header.writeUInt32LE(payload.length, 16);
  header.set(hash256(payload).subarray(0, 4), 20);
  return Buffer.concat([header, payload]);
}
