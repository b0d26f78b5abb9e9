import { expect, test } from 'vitest';
import { CostRecorder } from '#dist/clarity/trace/cost-recorder.js';
import type { CostProfile, ProfileCost } from '#dist/clarity/trace/profile.js';
import type { Transaction } from '#dist/clarity/transaction/transaction.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { exclusiveSums } from '../../profile-sums.js';
import { recordedScenarios, transactionOf } from '../receipts.js';
import { Session } from '../session.js';

const SENDER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

function profile(session: Session, transaction: Transaction): { cost: ProfileCost; profile: CostProfile } | undefined {
  const { payload, origin } = transaction;
  if (payload.type === 'transfer') throw new Error('a transfer has no profile');
  const root =
    payload.type === 'call' ? { contract: payload.contract.text, function: payload.fn } : { contract: `${origin.text}.${payload.name}` };
  const tracer = new CostRecorder(root, { runtime: 0, readCount: 0, readLength: 0, writeCount: 0, writeLength: 0 });
  const receipt = session.process(transaction, { tracer });
  return receipt.type === 'receipt' ? { cost: receipt.cost, profile: tracer.result(receipt.cost) } : undefined;
}

test('behavior: exclusive costs of recorded deploys and calls add up to the receipts of a stacks-node, by function, line and node', () => {
  let calls = 0;
  for (const { accounts, steps } of recordedScenarios()) {
    const session = new Session({ epoch: '4.0' });
    for (const account of accounts) session.fund(account, 500_000_000n);
    for (const step of steps) {
      session.mine(1, { isTenure: false });
      const transaction = transactionOf(step, session.state);
      if (transaction.payload.type === 'transfer') {
        session.process(transaction);
        continue;
      }
      const found = profile(session, transaction);
      if (found === undefined) throw new Error(`${step.sender} ${step.deploy ?? step.call} was rejected`);
      const [runtime, readCount, readLength, writeCount, writeLength] = step.answer.cost;
      const cost = { runtime, readCount, readLength, writeCount, writeLength };
      expect(found.cost).toEqual(cost);
      expect(exclusiveSums(found.profile)).toEqual({ functions: cost, lines: cost, nodes: cost });
      expect(found.profile.root?.inclusive).toEqual(cost);
      if (transaction.payload.type === 'call') calls++;
    }
  }
  expect(calls).toBe(1419);
});

const SOURCE = `(define-data-var total uint u0)
(define-private (add (n uint))
  (var-set total
    (+ (var-get total) n)))
(define-public (sum)
  (begin
    (map add (list u1 u2 u3))
    (asserts! (> (var-get total) u100) (err u1))
    (ok (var-get total))))`;

test('default: each line has what its expressions cost, and each function what it calls', () => {
  const session = new Session({ epoch: '4.0' });
  session.fund(SENDER, 1_000_000n);
  const origin = parsePrincipal(SENDER);
  const next = (payload: Transaction['payload']): Transaction => {
    const { nonce } = session.state.account(origin);
    return { origin, nonce, fee: 0n, payload, postConditionMode: 'deny', postConditions: [] };
  };
  const contract = `${SENDER}.sums`;
  const deploy = profile(session, next({ type: 'deploy', name: 'sums', source: SOURCE, version: 4 }))?.profile;
  // The analysis and storage belong to no line; a definition belongs to the line that it begins on.
  expect(deploy?.functions).toEqual([{ contract, count: 1, inclusive: deploy?.cost, exclusive: deploy?.cost }]);
  expect(deploy?.lines.map(({ line }) => line)).toEqual([undefined, 1, 2, 5]);
  session.mine();

  const found = profile(session, next({ type: 'call', contract: parsePrincipal(contract), fn: 'sum', args: [] }))?.profile;
  if (found === undefined) throw new Error('it was called');
  const { functions, lines, root, cost } = found;
  expect(functions.map(({ function: fn, line, count }) => [fn, line, count])).toEqual([
    ['sum', 5, 1],
    ['add', 2, 3],
  ]);
  expect(functions.find(({ function: fn }) => fn === 'sum')?.inclusive).toEqual(cost);
  const at = (line: number) => {
    const row = lines.find((one) => one.line === line);
    if (row === undefined) throw new Error(`line ${line} was executed`);
    return row;
  };
  expect(lines.map(({ line }) => line).sort()).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(at(4)).toMatchObject({ contract, count: 3, source: '(+ (var-get total) n)))', exclusive: { readCount: 3, writeCount: 0 } });
  expect(at(3)).toMatchObject({ count: 3, exclusive: { readCount: 3, writeCount: 3 }, inclusive: { readCount: 6, writeCount: 3 } });
  expect(at(7)).toMatchObject({ count: 1, exclusive: { readCount: 0, writeCount: 0 }, inclusive: { readCount: 6, writeCount: 3 } });
  expect(at(8)).toMatchObject({ count: 1, exclusive: { readCount: 1, writeCount: 0 } });
  // The line that was not reached has no row, and the load of the contract counts for the definition.
  expect(lines.some(({ line }) => line === 9)).toBe(false);
  expect(at(5).exclusive.readCount).toBeGreaterThan(0);
  expect(root).toMatchObject({
    function: 'sum',
    nodes: [
      {
        line: 6,
        nodes: [{ line: 7, nodes: [{ function: 'add', count: 3, nodes: [{ line: 3, nodes: [{ line: 4, nodes: [] }] }] }] }, { line: 8 }],
      },
    ],
  });
});

test('behavior: a call of a function that does not exist costs what loading the contract does', () => {
  const session = new Session({ epoch: '4.0' });
  session.fund(SENDER, 1_000_000n);
  const origin = parsePrincipal(SENDER);
  const options = { origin, fee: 0n, postConditionMode: 'deny', postConditions: [] } as const;
  session.process({ ...options, nonce: 0n, payload: { type: 'deploy', name: 'sums', source: SOURCE, version: 4 } });
  session.mine();
  const contract = `${SENDER}.sums`;
  const found = profile(session, {
    ...options,
    nonce: 1n,
    payload: { type: 'call', contract: parsePrincipal(contract), fn: 'nothing', args: [] },
  });
  expect(found?.profile).toMatchObject({ functions: [{ contract, function: 'nothing', count: 1 }], lines: [{ contract, count: 1 }] });
  expect(exclusiveSums(found?.profile as CostProfile).lines).toEqual(found?.cost);
});
