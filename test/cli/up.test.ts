import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { child, emptyHome } from './child.js';
import { inProcess } from './in-process.js';
import { answers, left, urlsOf } from './leftovers.js';
import { silentNode } from './silent-node.js';

const wallet = { stx: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG', btc: 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG' };

describe('up', () => {
  test('default: every command finds it, and Ctrl-C stops it and cleans up', async () => {
    using home = emptyHome();
    await using up = child(['--ports', 'auto'], home.env);
    await up.line(/^bitcoin +http/);
    expect(up.stdout[0]).toMatch(/^ready in \d+ ms$/);
    const urls = urlsOf(up.stdout);
    expect(urls).toHaveLength(3);

    const json = async (...args: string[]) => {
      const { status, stdout, stderr } = await inProcess([...args, '--json'], home.env);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const before = await json('status');
    expect(before).toMatchObject({ engine: 'embedded', ready: true, epoch: '4.0', cycle: { phase: 'reward' }, urls: { gateway: urls[0] } });
    expect((await json('accounts')).accounts.map(({ name }: { name: string }) => name)).toEqual([
      'deployer',
      ...Array.from({ length: 8 }, (_, n) => `wallet_${n + 1}`),
    ]);
    for (const coin of ['stx', 'sbtc']) {
      expect(await json('faucet', coin, wallet.stx)).toMatchObject({ success: true, block: { height: expect.any(Number) } });
    }
    expect(await json('faucet', 'btc', wallet.btc, '--no-wait')).toMatchObject({
      success: true,
      txId: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const mined = await json('mine', '2');
    expect(mined.bitcoin.hashes).toHaveLength(2);
    expect(await json('mine', '--stacks')).toMatchObject({ stacks: { height: mined.stacks.height + 1 } });
    const { cycle } = await json('status');
    await json('mine', '--until-phase', 'prepare');
    expect(await json('status')).toMatchObject({ cycle: { id: cycle.id, phase: 'prepare' } });
    mined.bitcoin = (await json('mine', '--until-cycle', String(cycle.id + 1))).bitcoin;
    expect(await json('status')).toMatchObject({ cycle: { id: cycle.id + 1, phase: 'reward' } });
    expect(await json('mine', '--until-height', '1')).toMatchObject({ bitcoin: { height: mined.bitcoin.height, hashes: [] } });

    expect(await inProcess(['status'], home.env)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`bitcoin  block ${mined.bitcoin.height}`),
    });
    expect(await inProcess(['accounts'], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining('100000000 STX') });
    expect(await inProcess(['mine'], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining('mined 1 Bitcoin block: ') });
    expect(await inProcess(['faucet', 'btc', wallet.btc], home.env)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^paid muYd.* in Bitcoin block \d+$/),
    });
    expect(await inProcess(['faucet', 'btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'], home.env)).toMatchObject({ status: 2 });
    await up.line(new RegExp(`^[0-9:]{8} bitcoin {2}block ${mined.bitcoin.height} `));

    up.process.kill('SIGINT');
    expect(await up.ended).toMatchObject({ status: 0, signal: null });
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false]);
    expect(left(home.path)).toEqual([]);
  });

  test('behavior: uses the configuration file', async () => {
    using home = emptyHome();
    writeFileSync(
      path.join(home.path, 'devnet.config.mjs'),
      "export default { ports: 'auto', faucet: { btc: { enabled: false } }, logLevel: 'warn' }",
    );
    await using up = child([], home.env);
    await up.line(/^bitcoin +http/);
    expect(up.stderr).toEqual([]);
    expect(await inProcess(['faucet', 'btc', wallet.btc], home.env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not fully configured'),
    });
  });

  test('error: an unreadable file of API keys', async () => {
    using home = emptyHome();
    const file = path.join(home.path, 'keys.json');
    writeFileSync(file, '{"keys":');
    const args = ['--ports', 'auto', '--rate-limit', 'standard', '--api-keys-file', file];
    const { status, stdout, stderr } = await child(args, home.env).ended;
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: apiKeys\.file: expected a file of API keys/m);
    expect(left(home.path)).toEqual(['keys.json']);
  });

  test.each(['gateway', 'stacks'])('error: the %s port is in use', async (name) => {
    using home = emptyHome();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { status, stdout, stderr } = await child(['--ports', 'auto', `--ports-${name}`, String(port)], home.env).ended;
    server.close();
    expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: .*${port}.*${process.pid}`, 'm'));
    expect(left(home.path)).toEqual([]);
  });

  test('behavior: Ctrl-C during the boot is no error and cleans up', async () => {
    using home = emptyHome();
    await using node = await silentNode();
    await using up = child(['--ports', 'auto', '--boot-contracts', node.url], home.env);
    await node.asked;
    up.process.kill('SIGINT');
    expect(await up.ended).toMatchObject({ status: 0, stdout: '' });
    expect(left(home.path)).toEqual([]);
  });
});
