import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Devnet } from 'stacks-devnet';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownCommand } from '#dist/platform/node/own-command.js';
import { account, bootDevnet } from '../devnet.js';
import { useCounterNetwork } from './counter-network.js';
import { inProcess } from './in-process.js';

const network = useCounterNetwork();
const { home, file, run } = network;
let devnet: Devnet;
let counter: string;
beforeAll(() => {
  ({ devnet, counter } = network);
});

describe('deploy', () => {
  test('default: under another name, of another account, as JSON', async () => {
    const { status, stdout } = await run('deploy', file, '--name', 'other', '--as', 'wallet_1', '--clarity-version', '3', '--json');
    const contract = `${account(devnet, 'wallet_1').stx.address}.other`;
    expect({ status, receipt: JSON.parse(stdout) }).toMatchObject({ status: 0, receipt: { status: 'success', contract } });
    expect(await devnet.contract(contract).read('get-count')).toBe(0n);
  });

  test('error: a contract that does not compile has status 1', async () => {
    const broken = path.join(home.path, 'broken.clar');
    writeFileSync(broken, '(define-public (f)\n  (ok missing))');
    expect(await run('deploy', broken)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/abort_by_response.*\n.*\n.*\n {2}reason .*missing/),
    });
  });

  test.each<[string, string, RegExp]>([
    ['(ok 1)\n  é', 'accents', /source: expected ASCII characters, received "é"\. Line 2, column 3 has U\+00E9/],
    [' ', 'blank', /source: expected Clarity source/],
    ['(ok 1)', '1st', /name: expected the name of a contract, received "1st"/],
  ])('error: %j', async (source, name, message) => {
    const wrong = path.join(home.path, `${name}.clar`);
    writeFileSync(wrong, source);
    expect(await run('deploy', wrong)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('error: what is there already, and no file', async () => {
    expect(await run('deploy', file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('ContractAlreadyExists. Choose another name'),
    });
    expect(await run('deploy', `${file}x`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('file: expected a file with Clarity source'),
    });
  });
});

describe('call and read', () => {
  test('default: the receipt, the result and the events', async () => {
    const { status, stdout } = await run('call', 'counter', 'add', 'u5', '(some "five")', '--as', 'wallet_2');
    expect(status).toBe(0);
    expect(stdout.replace(/0x[0-9a-f]{64}/, 'TXID').replace(/\d+(?=,| reads| writes)|(?<=block )\d+/g, 'N')).toBe(
      [
        `add of ${counter}: success, in Stacks block N`,
        '  txid     TXID',
        '  result   (ok u5)',
        `  event 0  print of ${counter}: {label: (some "five"), n: u5}`,
        '  cost     runtime N, N reads, N writes',
      ].join('\n'),
    );
    expect(await run('read', 'counter', 'get-count')).toEqual({ status: 0, stdout: 'u5', stderr: '' });
  });

  test('default: the name of an account is its address', async () => {
    const { stdout, stderr } = await run('read', 'ST000000000000000000002AMW42H.pox-4', 'get-stacker-info', 'wallet_1');
    expect({ stdout, stderr }).toEqual({ stdout: 'none', stderr: '' });
    expect(await run('read', 'counter', 'pair', 'wallet_9', 'none')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('argument 1: expected a Clarity value, received "wallet_9"'),
    });
  });

  test('default: as JSON', async () => {
    const called = await run('call', counter, 'add', 'u1', 'none', '--as', account(devnet, 'wallet_2').privateKey, '--json');
    expect(JSON.parse(called.stdout)).toMatchObject({ status: 'success', result: { repr: '(ok u6)' }, value: { ok: '6' } });
    const { stdout } = await run(
      'read',
      'counter',
      'pair',
      '-170141183460469231731687303715884105728',
      '(some u"é")',
      '--as',
      'wallet_3',
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      value: { a: '-170141183460469231731687303715884105728', memo: 'é', who: account(devnet, 'wallet_3').stx.address },
    });
  });

  test('behavior: an abort has status 1', async () => {
    expect(await run('call', 'counter', 'add', 'u101', 'none', '--as', 'wallet_2')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/: abort_by_response, in Stacks block \d+\n.*\n {2}result +\(err u7\)\n {2}reason /),
    });
    const denied = ['move', 'u5', '(list)', '0x', 'none', '--as', 'wallet_2', '--post-conditions', 'deny'];
    expect(await run('call', 'counter', ...denied)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('abort_by_post_condition'),
    });
  });

  test('behavior: without waiting, the txid', async () => {
    const { status, stdout } = await run('call', 'counter', 'add', 'u1', 'none', '--as', 'wallet_4', '--no-wait', '--fee', '4000');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect(await devnet.stacks.waitForTx(stdout)).toMatchObject({ status: 'success' });
  });

  test.each<[string, string[], number, string]>([
    [
      'a word',
      ['call', 'counter', 'add', 'five', 'none', '--as', 'wallet_1'],
      2,
      'argument 1: expected a Clarity value, received "five": column 1: five is not a value. Write text in double quotes: "five"',
    ],
    [
      'half a tuple',
      ['call', 'counter', 'add', 'u1', '(some {a: u1', '--as', 'wallet_1'],
      2,
      'argument 2: expected a Clarity value, received "(some {a: u1": column 13: expected }, found the end',
    ],
    [
      'another type',
      ['call', 'counter', 'add', '5', 'none', '--as', 'wallet_1'],
      2,
      'n: expected uint, received 5. Write u5. The function is (add (n uint) (label (optional (string-ascii 5)))).',
    ],
    [
      'an argument too few',
      ['call', 'counter', 'add', 'u1', '--as', 'wallet_1'],
      2,
      'args: expected 2 arguments, received a list of 1. The function is',
    ],
    ['an unknown function', ['call', 'counter', 'ad', '--as', 'wallet_1'], 2, 'ad: unknown public function of COUNTER; did you mean add?'],
    [
      'a read-only function',
      ['call', 'counter', 'get-count', '--as', 'wallet_1'],
      2,
      `COUNTER.get-count is read-only: use "${ownCommand('read COUNTER get-count')}".`,
    ],
    ['a function that writes', ['read', 'counter', 'add', 'u1', 'none'], 1, `It writes: use "${ownCommand('call COUNTER add')}".`],
    ['no contract', ['read', 'nothing', 'f'], 1, 'there is no contract DEPLOYER.nothing. Check its address and name.'],
    [
      'an account like none',
      ['call', 'counter', 'add', 'u1', 'none', '--as', 'wallet_11'],
      2,
      'as: expected the name of an account, an account, a private key or an impersonated address, received "wallet_11". ' +
        'Did you mean wallet_1?',
    ],
    ['an unknown account', ['call', 'counter', 'add', 'u1', 'none', '--as', 'walet_1'], 2, 'Did you mean wallet_1?'],
    [
      'a mode',
      ['call', 'counter', 'add', '--as', 'wallet_1', '--post-conditions', 'maybe'],
      2,
      '--post-conditions: expected allow or deny, received "maybe"',
    ],
    [
      'a fee',
      ['call', 'counter', 'add', '--as', 'wallet_1', '--fee', '0.1'],
      2,
      '--fee: expected a whole number of micro-STX, received "0.1"',
    ],
  ])('error: %s', async (_, args, status, message) => {
    const [deployer = ''] = counter.split('.');
    const result = await run(...args);
    expect(result).toMatchObject({ status, stdout: '' });
    expect(result.stderr.replaceAll(counter, 'COUNTER').replaceAll(deployer, 'DEPLOYER')).toContain(message);
  });
});

describe('send', () => {
  test('default: STX with and without unit', async () => {
    expect(await run('send', 'wallet_3', '1.5STX', '--as', 'wallet_1', '--memo', 'rent')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^1\.5 STX to wallet_3: success.*stx_transfer: amount 1500000, .*memo "rent"/s),
    });
    expect(await run('send', counter, '1', '--as', 'wallet_1')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('0.000001 STX to'),
    });
  });

  test.each<[string, string[], RegExp]>([
    ['a fraction', ['wallet_2', '1.5'], /amount: expected micro-STX such as 1500000, or STX with the unit such as 1.5STX, received "1.5"/],
    ['nothing', ['wallet_2', '0'], /amount: expected a whole number of micro-STX, 1 or more, received 0/],
    ['oneself', ['wallet_1', '1'], /to: expected another account than the sender/],
    ['a memo', ['wallet_2', '1', '--memo', 'x'.repeat(35)], /memo: expected text of at most 34 bytes/],
    ['a mainnet address', ['SP000000000000000000002Q6VF78', '1'], /to: expected .* This is a mainnet address/],
  ])('error: %s', async (_, args, message) => {
    expect(await run('send', ...args, '--as', 'wallet_1')).toMatchObject({ status: 2, stderr: expect.stringMatching(message) });
  });
});

describe('types', () => {
  test('default: chosen contracts, to stdout', async () => {
    const { status, stdout } = await run('types', 'counter', 'ST000000000000000000002AMW42H.bns', '--output', '-');
    expect(status).toBe(0);
    expect(stdout).toContain("'ST000000000000000000002AMW42H.bns': {");
    expect(stdout).toContain(`'${counter}': Contracts['counter'];`);
  });

  test('error: a file of somebody else, and no contract', async () => {
    const own = path.join(home.path, 'own.d.ts');
    writeFileSync(own, 'export type Own = 1;\n');
    expect(await run('types', '-o', own)).toMatchObject({ status: 2, stderr: expect.stringContaining('--output: expected a new file') });
    expect(readFileSync(own, 'utf8')).toBe('export type Own = 1;\n');
    expect(await run('types', 'nothing', '-o', `${own}x`)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('there is no contract'),
    });
  });

  test('error: an empty network', async () => {
    await using empty = await bootDevnet({ gateway: true });
    expect(await inProcess(['types', '--url', empty.urls.gateway ?? ''], home.env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no contract is deployed on this network. Deploy one first'),
    });
  });
});
