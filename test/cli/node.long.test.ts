import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_DEPLOYER } from '#dist/sbtc/signers.js';
import { connectElectrum } from '../bitcoin/electrum/connection.js';
import { sbtcAt } from '../devnet.js';
import { freePort } from '../free-ports.js';
import { child, emptyHome, main } from './child.js';

async function rpc(url: string, credentials: string, method: string, ...params: unknown[]): Promise<{ status: number; body: unknown }> {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const response = await fetch(url, { method: 'POST', headers: { authorization }, body: JSON.stringify({ id: 1, method, params }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

describe('node bitcoin', () => {
  test('default: accepts only these credentials, mines on request, ends by RPC', async () => {
    using home = emptyHome();
    await using node = child(['node', 'bitcoin', '--port', '0', '--rpc-user', 'alice', '--rpc-password', 'a:b'], home.env);
    const line = await node.line(/http/);
    expect(node.stdout[0]).toMatch(/^ready in \d+ ms$/);
    expect(line).toMatch(/^bitcoin {2}http:\/\/127\.0\.0\.1:\d+ {2}node RPC, user alice, password a:b$/);
    const url = line.split('  ')[1] ?? '';
    expect(await rpc(url, 'alice:a:b', 'getblockcount')).toMatchObject({ status: 200, body: { result: 0 } });
    expect(await rpc(url, 'devnet:devnet', 'getblockcount')).toMatchObject({ status: 401 });
    expect(await rpc(url, 'alice:a:b', 'generatetoaddress', 2, 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG')).toMatchObject({ status: 200 });
    await node.line(/^[0-9:]{8} bitcoin {2}block 2 [0-9a-f]{6}…[0-9a-f]{4}, 1 transaction$/);
    expect(await rpc(url, 'alice:a:b', 'stop')).toMatchObject({ status: 200 });
    expect(await node.ended).toMatchObject({ status: 0, stderr: 'stopping: the RPC method stop' });
  });

  test('behavior: --json', async () => {
    using home = emptyHome();
    await using node = child(['node', 'bitcoin', '--port', '0', '--json'], home.env);
    expect(JSON.parse(await node.line(/./))).toMatchObject({
      ready: true,
      bitcoin: {
        height: 0,
        hash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
        mode: 'manual',
        rpcUser: 'devnet',
        rpcPassword: 'devnet',
      },
      urls: { bitcoin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
    });
  });

  test('behavior: --electrum serves wallets', async () => {
    using home = emptyHome();
    await using node = child(['node', 'bitcoin', '--port', '0', '--electrum', '--electrum-port', '0'], home.env);
    const bitcoin = (await node.line(/^bitcoin/)).split(/ {2,}/)[1] ?? '';
    using client = await connectElectrum((await node.line(/^electrum/)).split(/ {2,}/)[1] ?? '');
    expect(await client.ask('blockchain.headers.subscribe')).toMatchObject({ height: 0 });
    await rpc(bitcoin, 'devnet:devnet', 'generatetoaddress', 2, 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG');
    await expect.poll(() => client.others.at(-1)).toMatchObject({ params: [{ height: 2 }] });
    node.process.kill('SIGINT');
    await client.closed;
    expect(await node.ended).toMatchObject({ status: 0 });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('behavior: ends at %s, also if it comes twice at once', async (signal) => {
    using home = emptyHome();
    await using node = child(['node', 'bitcoin', '--port', '0'], home.env);
    await node.line(/^ready/);
    node.process.kill(signal);
    node.process.kill(signal);
    expect(await node.ended).toMatchObject({ status: 0, signal: null });
  });

  test.skipIf(process.platform === 'win32')('behavior: listens before it has loaded --datadir', async () => {
    using home = emptyHome();
    const [folder, port] = [path.join(home.path, 'datadir'), await freePort()];
    await mkdir(folder);
    // A pipe, so that the node loads until the test writes it.
    const mempool = path.join(folder, 'mempool.dat');
    execFileSync('mkfifo', [mempool]);
    await using node = child(['node', 'bitcoin', '--port', String(port), '--datadir', folder], home.env);
    const answer = () => rpc(`http://127.0.0.1:${port}`, 'devnet:devnet', 'getblockcount').catch(() => undefined);
    const body = { error: { code: -28, message: 'Loading mempool…' } };
    await expect.poll(answer, { timeout: 30_000 }).toMatchObject({ status: 500, body });
    expect(node.stdout).toEqual([]);
    // Version 1, and nothing else.
    await writeFile(mempool, Buffer.concat([Buffer.from([1]), Buffer.alloc(17)]));
    await node.line(/^ready/);
    expect(await answer()).toMatchObject({ status: 200 });
  });

  test('behavior: a cookie in --datadir, where clients of bitcoind look, is a user until the end', async () => {
    using home = emptyHome();
    const folder = path.join(home.path, 'datadir');
    const file = path.join(folder, 'regtest', '.cookie');
    await using node = child(['node', 'bitcoin', '--port', '0', '--datadir', folder], home.env);
    const url = (await node.line(/^bitcoin/)).split(/ {2,}/)[1] ?? '';
    const cookie = await readFile(file, 'utf8');
    expect(cookie).toMatch(/^__cookie__:[0-9a-f]{64}$/);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await rpc(url, cookie, 'getblockcount')).toMatchObject({ status: 200, body: { result: 0 } });
    expect(await rpc(url, `${cookie}0`, 'getblockcount')).toMatchObject({ status: 401 });
    expect(await rpc(url, 'devnet:devnet', 'stop')).toMatchObject({ status: 200 });
    expect(await node.ended).toMatchObject({ status: 0 });
    await expect(stat(file)).rejects.toThrow('ENOENT');
    const failed = await child(['node', 'bitcoin', '--port', '0', '--datadir', folder, '--maxmempool', '1'], home.env).ended;
    expect(failed).toMatchObject({ status: 2, stderr: expect.stringContaining('maxmempool: expected at least 5 MB') });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('error: two processes with one --datadir: the second one changes nothing there', async () => {
    using home = emptyHome();
    const folder = path.join(home.path, 'datadir');
    const args = ['node', 'bitcoin', '--port', '0', '--datadir', folder];
    await using first = child(args, home.env);
    const url = (await first.line(/^bitcoin/)).split(/ {2,}/)[1] ?? '';
    const files = () => Promise.all(['debug.log', 'regtest/.cookie'].map((name) => readFile(path.join(folder, name), 'utf8')));
    const before = await files();
    expect(await child(args, home.env).ended).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `${folder} is in use by another Bitcoin node (pid ${first.process.pid}). Stop it, or use another folder.`,
      ),
    });
    expect(await files()).toEqual(before);
    expect(await rpc(url, before[1] ?? '', 'getblockcount')).toMatchObject({ status: 200 });
    first.process.kill('SIGKILL');
    await first.ended;
    await using second = child(args, home.env);
    await second.line(/^ready/);
  });

  test('behavior: ends when the program that started it is killed', async () => {
    using home = emptyHome();
    const script =
      "require('node:child_process').spawn(process.execPath, " +
      `${JSON.stringify([main, 'node', 'bitcoin', '--port', '0'])}, { stdio: 'inherit' })`;
    await using parent = child(['-e', script], home.env, { program: [process.execPath] });
    await parent.line(/^ready/);
    parent.process.kill('SIGKILL');
    await parent.ended; // The output ends when the last process that inherited it has ended.
  });

  test('behavior: ends when its stdout is closed', async () => {
    using home = emptyHome();
    await using node = child(['node', 'bitcoin', '--port', '0'], home.env);
    const url = (await node.line(/http/)).split('  ')[1] ?? '';
    node.process.stdout?.destroy();
    // The line about the block cannot be written. Whether the answer still arrives does not matter.
    await rpc(url, 'devnet:devnet', 'generatetoaddress', 1, 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG').catch(() => undefined);
    expect(await node.ended).toMatchObject({ status: 0, signal: null });
  });

  test('error: a port in use', async () => {
    using home = emptyHome();
    await using first = child(['node', 'bitcoin', '--port', '0'], home.env);
    const port = new URL((await first.line(/http/)).split('  ')[1] ?? '').port;
    const { status, stdout, stderr } = await child(['node', 'bitcoin', '--port', port], home.env).ended;
    expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: .*${port}.*${first.process.pid}`));
    expect(stderr).toContain('0 for a free one; --port 0 on the command line');
  });
});

describe('node stacks', () => {
  test('default: runs both nodes without a gateway; mines Bitcoin blocks on request', async () => {
    using home = emptyHome();
    await using node = child(['node', 'stacks', '--port', '0', '--bitcoin-port', '0', '--json'], home.env);
    const status = JSON.parse(await node.line(/./));
    expect(status).toMatchObject({ ready: true, bitcoin: { mode: 'manual' }, stacks: { mode: 'auto' } });
    expect(Object.keys(status.urls).toSorted()).toEqual(['bitcoin', 'stacks']);
    const info = await (await fetch(`${status.urls.stacks}/v2/info`)).json();
    expect(info).toMatchObject({ burn_block_height: status.bitcoin.height });
    await rpc(status.urls.bitcoin, 'devnet:devnet', 'generatetoaddress', 1, 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG');
    await node.line(new RegExp(`"stacks.block".*"burnHeight":${status.bitcoin.height + 1}`));
    node.process.kill('SIGINT');
    expect(await node.ended).toMatchObject({ status: 0, signal: null });
  });

  test('behavior: takes the settings of the network from flags and variables, and is embedded whatever DEVNET_ENGINE is', async () => {
    using home = emptyHome();
    const principal = 'ST000000000000000000002AMW42H.vault';
    const flags = ['--epoch', '3.0', '--pox-reward-length', '30', '--balance', `${principal}=7`, '--bitcoin-rpc-user', 'alice', '--json'];
    const env = { ...home.env, DEVNET_PORTS: 'auto', DEVNET_ENGINE: 'native', DEVNET_MINING_BITCOIN: '200' };
    await using node = child(['node', 'stacks', ...flags], env);
    const status = JSON.parse(await node.line(/./));
    expect(status).toMatchObject({ engine: 'embedded', epoch: '3.0', bitcoin: { mode: { intervalMs: 200 } } });
    const pox = await (await fetch(`${status.urls.stacks}/v2/pox`)).json();
    expect(pox).toMatchObject({ reward_phase_block_length: 25, prepare_phase_block_length: 5 });
    const account = await (await fetch(`${status.urls.stacks}/v2/accounts/${principal}?proof=0`)).json();
    expect(account).toMatchObject({ balance: `0x${'7'.padStart(32, '0')}` });
    expect(await rpc(status.urls.bitcoin, 'alice:devnet', 'getblockcount')).toMatchObject({ status: 200 });
  });

  test('behavior: /v2/pox names the sBTC contracts that the flags give', async () => {
    using home = emptyHome();
    const deployer = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
    const principal = 'ST000000000000000000002AMW42H.vault';
    const flags = ['--sbtc-deployer', deployer, '--sbtc-balance', `${principal}=7`, '--json'];
    await using node = child(['node', 'stacks', ...flags], { ...home.env, DEVNET_PORTS: 'auto' });
    const { urls } = JSON.parse(await node.line(/./)) as { urls: { stacks: string } };
    const pox = await (await fetch(`${urls.stacks}/v2/pox`)).json();
    expect(pox).toMatchObject({
      current_epoch: 'Epoch40',
      pox_5_sbtc_contract: `${deployer}.sbtc-token`,
      pox_5_sbtc_registry_contract: `${deployer}.sbtc-registry`,
    });
    for (const name of ['sbtc-token', 'sbtc-registry']) {
      expect((await fetch(`${urls.stacks}/v2/contracts/source/${deployer}/${name}`)).status).toBe(200);
    }
    expect(await sbtcAt(urls.stacks, principal, deployer)).toBe(7n);
  });

  test('behavior: --no-sbtc is a network without sBTC', async () => {
    using home = emptyHome();
    await using node = child(['node', 'stacks', '--no-sbtc', '--json'], { ...home.env, DEVNET_PORTS: 'auto' });
    const { urls } = JSON.parse(await node.line(/./)) as { urls: { stacks: string } };
    expect((await fetch(`${urls.stacks}/v2/contracts/source/${DEFAULT_DEPLOYER}/sbtc-token`)).status).toBe(404);
  });
});
