import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Cl, serializeCV } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { briefWasm } from '../../../brief-wasm.js';
import { bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { readLcov } from './lcov.js';
import { type Call, contract, DEPLOYER, pay, run, source } from './run-call.js';

const calls: Call[] = [
  ...[5, 0].map((amount) => ({ contract: 'bank', fn: 'deposit', args: [Cl.uint(amount)] })),
  // 7 underflows: an error at runtime
  ...[7, 3].map((amount) => ({ contract: 'bank', fn: 'withdraw', args: [Cl.uint(amount)] })),
  ...[60, 20, 5].map((n) => ({ contract: 'bank', fn: 'classify', args: [Cl.uint(n)], isRead: true })),
  { contract: 'bank', fn: 'sum-up', args: [Cl.list([1, 2, 3].map((n) => Cl.uint(n)))], isRead: true },
  { contract: 'bank', fn: 'describe', args: [Cl.some(Cl.uint(4))], isRead: true },
  { contract: 'bank', fn: 'describe', args: [Cl.none()], isRead: true },
  ...[2, 0].map((n) => ({ contract: 'bank', fn: 'unsafe', args: [Cl.uint(n)] })),
  ...[4, 0].map((n) => ({ contract: 'bank', fn: 'both', args: [Cl.uint(n)] })),
  pay(3),
  pay(0),
  { contract: 'ledger', fn: 'pay-by', args: [Cl.contractPrincipal(DEPLOYER, 'bank'), Cl.uint(2)] },
  { contract: 'ledger', fn: 'pay-by', args: [Cl.contractPrincipal(DEPLOYER, 'bank'), Cl.uint(0)] },
  { contract: 'ledger', fn: 'evens', args: [Cl.list([1, 2, 4].map((n) => Cl.uint(n)))], isRead: true },
  { contract: 'ledger', fn: 'note', args: [Cl.uint(0)], isRead: true },
  ...[0, 1, 1].map((id) => ({ contract: 'ledger', fn: 'set-note', args: [Cl.uint(id), Cl.stringAscii('a')] })),
];

async function clarinetCoverage(): Promise<string> {
  const input = {
    contracts: { bank: source('bank'), ledger: source('ledger') },
    calls: calls.map(({ args, ...call }) => ({ ...call, args: args.map((arg) => serializeCV(arg)) })),
  };
  const script = path.join(import.meta.dirname, 'clarinet.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [...briefWasm, script, JSON.stringify(input)]);
  return stdout;
}

test('default: the coverage of calls over HTTP is that of Clarinet, line by line', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder('coverage');
  const coverage = path.join(folder.path, 'lcov.info');
  const devnet = await bootDevnet({ epoch: '3.0', coverage, contracts: [contract('bank'), contract('ledger')] });
  for (const call of calls) await run(devnet, call);
  await devnet.close();
  expect(readLcov(readFileSync(coverage, 'utf8'))).toEqual(readLcov(await clarinetCoverage()));
});
