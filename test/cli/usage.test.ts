import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { ownCommand } from '#dist/platform/node/own-command.js';
import { emptyHome } from './child.js';
import { inProcess as command } from './in-process.js';

const home = emptyHome();
afterAll(() => home[Symbol.dispose]());

describe('usage', () => {
  test('default: --version', async () => {
    expect(await command(['--version'], home.env)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      stderr: '',
    });
  });

  test.each([
    ['--help'],
    ['up', '--help'],
    ['faucet', '--help'],
    ['mine', '--help'],
    ['exec', '--help'],
    ['wait', '--help'],
    ['snapshot', 'save', '--help'],
    ['logs', '--help'],
    ['node', 'bitcoin', '--help'],
    ['node', 'stacks', '--help'],
  ])('default: %s %s %s', async (...args) => {
    expect(await command(args, home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: stacks-devnet'), stderr: '' });
  });

  test.each<[string, string[], string]>([
    ['a command of other tools', ['start'], 'error: start: unknown command; did you mean up?'],
    ['another one', ['stop'], 'error: stop: unknown command; did you mean down?'],
    ['a flag that is near to none', ['up', '--nope'], `error: --nope: unknown flag of up. "${ownCommand('up --help')}" lists its flags.`],
    ['an unknown command', ['statsu'], 'error: statsu: unknown command; did you mean status?'],
    ['an unknown flag', ['up', '--port-gateway', '1'], 'error: --port-gateway: unknown flag of up; did you mean --ports-gateway?'],
    [
      'an ambiguous flag',
      ['up', '--port', '4000'],
      'error: --port: unknown flag of up; did you mean --ports-gateway, --ports-stacks or --ports-bitcoin?',
    ],
    [
      'a flag of another command',
      ['node', 'bitcoin', '--mining-stacks', '1'],
      `error: --mining-stacks: unknown flag of node bitcoin. "${ownCommand('node bitcoin --help')}" lists its flags.`,
    ],
    [
      'a flag like none',
      ['status', '--frobnicate'],
      `error: --frobnicate: unknown flag of status. "${ownCommand('status --help')}" lists its flags.`,
    ],
    [
      'a port for all',
      ['up', '--ports', '4000'],
      'error: --ports: expected auto, received "4000". ' +
        'To choose a port, write --ports-gateway, --ports-stacks, --ports-bitcoin or --ports-electrum.',
    ],
    [
      'a command without --',
      ['exec', 'npm', 'test', '--silent'],
      'error: --silent: unknown flag of exec. If it belongs to your command, write "--" before the command: ' +
        ownCommand('exec -- npm test --silent'),
    ],
    [
      'a command without --, after a flag of exec',
      ['exec', '--log-level', 'error', 'npm', 'test', '--silent', 'a b'],
      'error: --silent: unknown flag of exec. If it belongs to your command, write "--" before the command: ' +
        ownCommand('exec … -- npm test --silent "a b"'),
    ],
    [
      'a flag without value',
      ['up', '--epoch'],
      "error: option '--epoch <2.1|2.2|2.3|2.4|2.5|3.0|3.1|3.2|3.3|3.4|4.0>' argument missing. Usage: stacks-devnet up [options]",
    ],
    [
      'a wrong value',
      ['up', '--epoch', '9'],
      'error: --epoch: expected 2.1, 2.2, 2.3, 2.4, 2.5, 3.0, 3.1, 3.2, 3.3, 3.4 or 4.0 ' +
        '(in 2.0 and 2.05 the embedded VM cannot report locked amounts, and transfers would lose their memos), received "9"',
    ],
    [
      'a wrong value for the default command',
      ['--host', 'a b'],
      'error: --host: expected a host name or IP address, without scheme and port, received "a b"',
    ],
    [
      'a missing argument',
      ['faucet', 'btc'],
      "error: missing required argument 'address'. Usage: stacks-devnet faucet [options] <coin> <address>",
    ],
    ['an unknown coin', ['faucet', 'eth', 'x'], 'error: coin: expected btc, stx or sbtc, received "eth"'],
    ['stacking with bitcoin', ['faucet', 'btc', 'x', '--stacking'], 'error: --stacking: expected the coin stx, received "btc"'],
    ['no blocks', ['mine', '0'], 'error: n: expected a number of blocks from 1 to 10000, received "0"'],
    [
      'a number of blocks beside a target',
      ['mine', '3', '--until-cycle', '9'],
      'error: --until-cycle: expected no other number, target or chain beside it, received "3"',
    ],
    [
      'two targets',
      ['mine', '--until-cycle', '9', '--until-epoch', '4.0'],
      'error: --until-cycle: expected no other number, target or chain beside it, received "--until-epoch"',
    ],
    ['a target that is no number', ['mine', '--until-height', 'x'], 'error: --until-height: expected a whole number, received "x"'],
    ['too many blocks', ['mine', '10001'], 'error: n: expected a number of blocks from 1 to 10000, received "10001"'],
    [
      'an argument too many',
      ['status', 'now'],
      "error: too many arguments for 'status'. Expected 0 arguments but got 1. Usage: stacks-devnet status [options]",
    ],
    [
      'a malformed URL',
      ['status', '--url', 'localhost:3999'],
      'error: --url: expected a URL such as http://127.0.0.1:3999, received "localhost:3999"',
    ],
    ['no transaction', ['wait', '12'], 'error: txid: expected 64 hex digits, with or without 0x, received "12"'],
    [
      'no time',
      ['wait', '00'.repeat(32), '--timeout', 'soon'],
      'error: --timeout: expected a number of seconds, at most 9999, received "soon"',
    ],
    [
      'confirmations on no chain',
      ['wait', '00'.repeat(32), '--confirmations', '2'],
      'error: --chain: expected bitcoin or stacks, which --confirmations needs, received nothing',
    ],
    [
      'no command to run',
      ['exec'],
      "error: missing required argument 'command'. Usage: stacks-devnet exec [options] -- <command> [arguments...]",
    ],
    [
      'a snapshot without a name',
      ['snapshot', 'restore'],
      "error: missing required argument 'snapshot'. Usage: stacks-devnet snapshot restore [options] <snapshot>",
    ],
    ['half a line', ['logs', '--lines', '0.5'], 'error: --lines: expected a number of lines, received "0.5"'],
    ['an unknown node', ['node', 'ethereum'], 'error: ethereum: unknown command of node. The commands are bitcoin, stacks.'],
  ])('error: %s', async (_, args, message) => {
    const { status, stdout, stderr } = await command(args, home.env);
    expect({ status, stdout, message: stderr.split('\n')[0] }).toEqual({ status: 2, stdout: '', message });
  });

  test('error: an unknown variable', async () => {
    const { status, stderr } = await command(['up'], { ...home.env, DEVNET_EPOCHE: '3.4' });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'error: DEVNET_EPOCHE: unknown variable; did you mean DEVNET_EPOCH or DEVNET_EPOCHS?',
    });
  });

  test('error: an engine without what it needs', async () => {
    const { status, stderr } = await command(['up', '--engine', 'external'], home.env);
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('error: external.bitcoinRpc: expected') });
  });

  test('error: as JSON', async () => {
    const { status, stdout, stderr } = await command(['mine', '-5x', '--json'], home.env);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ code: 'INVALID_INPUT', error: expect.any(String) });
  });

  test('behavior: colours only on request or in a terminal', async () => {
    const plain = await command(['statsu'], home.env);
    const colored = await command(['statsu'], { ...home.env, FORCE_COLOR: '1' });
    const refused = await command(['statsu', '--no-color'], { ...home.env, FORCE_COLOR: '1' });
    const vetoed = await command(['statsu'], { ...home.env, FORCE_COLOR: '1', NO_COLOR: '1' });
    expect(colored.stderr).toBe(plain.stderr.replace('error:', '\u001b[31merror:\u001b[39m'));
    expect(refused.stderr).toBe(plain.stderr);
    expect(vetoed.stderr).toBe(plain.stderr);
  });
});

describe('a gateway that answers', () => {
  /** Answers every request the same way: what the commands make of it is under test. */
  async function gateway(status: number, body: string): Promise<{ url: string; keys: unknown[] } & AsyncDisposable> {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, keys, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
  }

  test.each<[string, number, string, number, string]>([
    ['not with JSON', 200, '<html>', 3, 'error: URL answers, but not as a devnet does (/devnet/v1/mine: status 200, no JSON)'],
    ['not ready', 503, '{"error":"booting","code":"NOT_READY"}', 3, 'error: booting'],
    ['bad input', 400, '{"error":"wrong","code":"INVALID_INPUT"}', 2, 'error: wrong'],
    ['unsupported', 501, '{"error":"no","code":"UNSUPPORTED","hint":"another engine"}', 6, 'error: no\nhint: another engine'],
    ['a deadline', 408, '{"error":"late","code":"TIMEOUT","lastSeen":"mempool"}', 5, 'error: late\nlast seen: mempool'],
    ['a failure', 500, '{"error":"Faucet call failed","code":"FAUCET_FAILED"}', 1, 'error: Faucet call failed'],
    ['an unknown code', 500, '{"error":"odd","code":"ODD"}', 1, 'error: odd'],
    ['no message', 500, '{}', 1, 'error: the devnet answered with status 500'],
  ])('error: %s', async (_, status, body, expected, message) => {
    await using server = await gateway(status, body);
    const result = await command(['mine', '--url', `${server.url}/`], home.env);
    const words = result.stderr.split('\n').filter((line) => !line.startsWith('hint: start one'));
    expect({ ...result, stderr: words.join('\n').replace(server.url, 'URL') }).toEqual({
      status: expected,

      stdout: '',
      stderr: message,
    });
  });

  test('error: a payment that is not in a block by the deadline', async () => {
    await using server = await gateway(202, '{"success":true,"txId":"0xab","lastSeen":"in the mempool"}');
    const result = await command(['faucet', 'stx', 'ST000000000000000000002AMW42H', '--json'], { ...home.env, DEVNET_URL: server.url });
    expect(result.status).toBe(5);
    expect(JSON.parse(result.stdout)).toEqual({ success: true, txId: '0xab', lastSeen: 'in the mempool' });
    expect(JSON.parse(result.stderr)).toMatchObject({ code: 'TIMEOUT', lastSeen: 'in the mempool' });
  });

  test('behavior: gets the control key of the environment', async () => {
    await using server = await gateway(200, '{}');
    await command(['status', '--json', '--url', server.url], { ...home.env, DEVNET_CONTROL_KEY: 'open-sesame' });
    await command(['status', '--json', '--url', server.url], home.env);
    expect(server.keys).toEqual(['Bearer open-sesame', undefined]);
  });

  test('error: connection refused', async () => {
    const server = await gateway(200, '{}');
    await server[Symbol.asyncDispose]();
    for (const args of [['status'], ['accounts'], ['mine'], ['faucet', 'btc', 'x']]) {
      const { status, stderr } = await command([...args, '--url', server.url], home.env);
      expect({ status, stderr }).toEqual({
        status: 3,
        stderr: `error: no devnet answers at ${server.url}\nhint: start one with: ${ownCommand('up --detach')}; or name one with --url or DEVNET_URL`,
      });
    }
  });
});
