import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeSettingKeys, nodeSettingOf } from '#dist/project/bitcoin-node.js';
import { translate } from '../../scripts/core-functional/arguments.js';
import { cliParams, usage } from '../../scripts/core-functional/cli-arguments.js';
import { exclusionOf } from '../../scripts/core-functional/exclusions.js';
import { stopOf } from '../../scripts/core-functional/stop.js';
import { compareTables, mergeTables, type Row, readTable, renderTable, rowOf } from '../../scripts/core-functional/table.js';

const OPTIONS = { known: nodeSettingKeys, repeatable: nodeSettingKeys.filter((key) => nodeSettingOf(key).repeatable) };

describe('translate', () => {
  const CONFIG = 'regtest=1\n[regtest]\nport=11000\nrpcport=16000\nfallbackfee=0.0002\nkeypool=1\nserver=1\nconnect=0\nbind=127.0.0.1\n';
  const flagsOf = (args: string[], config = CONFIG) => {
    const translation = translate(
      ['-datadir=/t/node0', ...args],
      (path) => (path === '/t/node0/bitcoin.conf' ? config : undefined),
      OPTIONS,
    );
    return 'flags' in translation ? translation.flags : translation.missing;
  };

  test('default: a folder of regtest with the cookie, the log and the ports of the file', () => {
    expect(flagsOf(['-logtimemicros', '-uacomment=testnode0'])).toEqual([
      '--datadir=/t/node0/regtest',
      '--clock=running',
      '--files=/t',
      '--txindex=0',
      '--keypool=1',
      '--fallbackfee=0.0002',
      '--port=16000',
      '--peers-port=11000',
      '--uacomment=testnode0',
      '--debuglogfile=debug.log',
      '--rpccookiefile=/t/node0/regtest/.cookie',
    ]);
  });

  test('behavior: the command line wins over the file, its last value over the others; repeatable options add up', () => {
    const flags = flagsOf(['-keypool=5', '-keypool=7', '-debug', '-debug=net', '-txindex', '-nopersistmempool'], `${CONFIG}keypool=2\n`);
    expect(flags).toEqual(expect.arrayContaining(['--keypool=7', '--debug=1', '--debug=net', '--txindex=1', '--persistmempool=0']));
    expect(flags).not.toContain('--keypool=1');
  });

  test('behavior: a negated list is empty, and a file that is switched off is no file', () => {
    const flags = flagsOf(['-debug', '-nodebug', '-nodebuglogfile', '-norpccookiefile']);
    expect(flags).toEqual(expect.arrayContaining(['--debuglogfile=0', '--rpccookiefile=0']));
    expect(String(flags)).not.toMatch('--debug=');
  });

  test('behavior: sections of other networks do not count, and a password replaces the cookie', () => {
    const flags = flagsOf([], 'rpcport=1\n[main]\nrpcport=2\n[regtest]\nrpcuser=u # a comment\nrpcpassword=p\n');
    expect(flags).toEqual(expect.arrayContaining(['--port=1', '--rpc-user=u', '--rpc-password=p', '--rpccookiefile=0']));
  });

  test.each([
    [['-prune=550', '-fastprune'], '-prune, -fastprune'],
    [['-signet'], 'other networks than regtest'],
    [['-bind=127.0.0.1:5'], '-bind=127.0.0.1:5'],
  ])('error: %s', (args, missing) => {
    expect(flagsOf(args)).toBe(missing);
  });

  test('behavior: options that switch off what the node does not have are no error, nor is the address for Tor', () => {
    const args = ['-prune=0', '-noproxy', '-v2transport=0', '-nolisten', '-bind=0.0.0.0:11000', '-bind=127.0.0.1:21000=onion'];
    expect(flagsOf(args)).toEqual(flagsOf([]));
  });
});

describe('bitcoin-cli', () => {
  const known = usage('send [{"address":amount,...},...] ( conf_target "estimate_mode" fee_rate )\n\nSends.');

  test('default: the help names the arguments, and which of them are texts', () => {
    expect(known).toEqual([
      { name: '', isText: false },
      { name: 'conf_target', isText: false },
      { name: 'estimate_mode', isText: true },
      { name: 'fee_rate', isText: false },
    ]);
  });

  test('behavior: what is no text is JSON', () => {
    expect(cliParams(['[{"a":1}]', '6', '1'], known, false)).toEqual([[{ a: 1 }], 6, '1']);
  });

  test('behavior: with names, what has no known name has its place', () => {
    expect(cliParams(['outputs=[]', 'fee_rate=2', 'a=b'], known, true)).toEqual({ outputs: [], fee_rate: 2, args: ['a=b'] });
    expect(cliParams(['a=b'], known, true)).toEqual(['a=b']);
  });
});

describe('stopOf', () => {
  const traceback = (source: string, error: string) =>
    [
      'Traceback (most recent call last):',
      '  File "/c/test/functional/a.py", line 12, in run_test',
      `    ${source}`,
      error,
      'later: Error',
    ].join('\n');

  test.each([
    ['2026 TestFramework (WARNING): Test Skipped: ipc has not been compiled.', 'ipc has not been compiled.'],
    [traceback('assert x', 'AssertionError'), 'line 12: AssertionError at assert x'],
    [traceback('f()', 'AssertionError: not(1 == 12345678)'), 'line 12: AssertionError: not(1 == N) at f()'],
    [
      traceback('node.dumptxoutset()', 'test_framework.authproxy.JSONRPCException: Method not found (-32601)'),
      'line 12: Method not found: dumptxoutset',
    ],
    [
      traceback(
        'start()',
        'test_framework.test_node.FailedToStartError: [node 1] bitcoind exited with status 1 during initialization. Error: no',
      ),
      'line 12: node 1 did not start: Error: no',
    ],
    [
      traceback(`open('${'ab'.repeat(32)}')`, "FileNotFoundError: '/tmp/x/run-1/node0/blk00000.dat'"),
      "line 12: FileNotFoundError: 'blk00000.dat'",
    ],
  ])('example %#', (output, stop) => {
    expect(stopOf(output)).toBe(stop);
  });
});

describe('exclusionOf', () => {
  test.each([
    ['fail', 'node 0 did not start: Error: the node does not have -walletnotify, -prune', 'pruning'],
    ['fail', 'node 0 did not start: Error: the node does not have -walletnotify', undefined],
    ['fail', 'line 1: Method not found: scanblocks', 'methods'],
    ['fail', 'line 1: Method not found: getblock', undefined],
    ['skip', 'bitcoin-tx has not been compiled', 'programs'],
    ['skip', 'python3-zmq module not available.', undefined],
  ] as const)('%s, %s: %s', (outcome, stop, name) => {
    expect(exclusionOf({ script: 'any.py', outcome, stop })).toBe(name);
  });

  test('behavior: a script that is known to need something must stop there', () => {
    expect(exclusionOf({ script: 'p2p_leak_tx.py', outcome: 'fail', stop: "line 47: KeyError: 'last_inv_sequence'" })).toBe('later');
    expect(exclusionOf({ script: 'p2p_leak_tx.py', outcome: 'fail', stop: 'line 30: AssertionError' })).toBeUndefined();
  });
});

describe('the table', () => {
  const row = (script: string, outcome: Row['outcome'], stop = '', excluded = ''): Row => ({ script, outcome, stop, excluded });

  test('behavior: is read as it was written', () => {
    const rows = [
      row('a_b.py', 'pass'),
      row('b.py', 'skip', 'bitcoin-tx has not been compiled', 'programs'),
      row('c.py', 'fail', 'line 3: not(1_2 <= 3 | `*`)'),
    ];
    const text = renderTable(rows, 'Bitcoin Core 1.2.3');
    expect(readTable(text)).toEqual(rows);
    expect(text).toContain('Of the 2 scripts that do not need what the node leaves out, 1 pass (50 %).');
    expect(readTable('# Nothing')).toEqual([]);
  });

  test('behavior: what passed and does not pass now is broken', () => {
    const before = [
      row('a.py', 'pass'),
      row('b.py', 'fail', 'x'),
      row('c.py', 'pass'),
      row('d.py', 'pass'),
      row('f.py', 'fail', 'x', 'files'),
    ];
    const now = [row('a.py', 'skip'), row('b.py', 'pass'), row('c.py', 'pass'), row('e.py', 'fail'), row('f.py', 'fail', 'y')];
    expect(compareTables(before, now)).toEqual({ broken: ['a.py'], mended: ['b.py'], moved: ['f.py'], unknown: ['e.py'] });
    expect(mergeTables(before, now).map(({ script, outcome }) => `${script} ${outcome}`)).toEqual([
      'a.py skip',
      'b.py pass',
      'c.py pass',
      'd.py pass',
      'e.py fail',
      'f.py fail',
    ]);
  });

  test('behavior: the committed classes are those of the committed stops', () => {
    const rows = readTable(readFileSync(join(import.meta.dirname, '../../docs/maintaining/core-functional.md'), 'utf8'));
    expect(rows.length).toBeGreaterThan(250);
    expect(rows.map(rowOf)).toEqual(rows);
  });
});
