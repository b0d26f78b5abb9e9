import { expect, test } from 'vitest';
import { interfaceOf } from '#dist/clarity/analysis/interface.js';
import { hexOf } from '#dist/clarity/bytes.js';
import type { Receipt, Rejection } from '#dist/clarity/transaction/receipt.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import { eventText } from './answer.js';
import { recordedScenarios, type Step, transactionOf } from './receipts.js';
import { Session } from './session.js';

const scenarios = recordedScenarios();

test('1,776 transactions of 88 scenarios have the receipts of stacks-node 4.0.2: status, result, events, errors, interface, costs', () => {
  expect(scenarios).toHaveLength(88);
  expect(scenarios.flatMap(({ steps }) => steps)).toHaveLength(1776);
  for (const { accounts, steps } of scenarios) {
    const session = new Session({ epoch: '4.0' });
    for (const account of accounts) session.fund(account, 500_000_000n);
    for (const step of steps) {
      session.mine(1, { isTenure: false });
      const receipt = session.process(transactionOf(step, session.state));
      expect(answerOf(receipt, step), `${step.sender} ${step.deploy ?? step.call}`).toEqual(expectedOf(step));
    }
  }
});

function answerOf(receipt: Receipt | Rejection, { isVolatile, namesAnyError }: Step) {
  if (receipt.type !== 'receipt') return receipt;
  const { status, result, vmError, cost, events, analysis } = receipt;
  return {
    status,
    result: isVolatile ? undefined : hexOf(serialize(result)),
    vmError: namesAnyError ? vmError !== undefined : vmError,
    cost: [cost.runtime, cost.readCount, cost.readLength, cost.writeCount, cost.writeLength],
    // A node does not report what a post-condition undid.
    events: isVolatile || status === 'abort_by_post_condition' ? undefined : events.map(eventText),
    interface: analysis && sorted(interfaceOf(analysis)),
  };
}

function expectedOf({ isVolatile, namesAnyError, answer }: Step): ReturnType<typeof answerOf> {
  const { status, result, vmError, cost, events, interface: contract } = answer;
  return {
    status,
    result: isVolatile ? undefined : result,
    vmError: namesAnyError ? vmError !== undefined : vmError,
    cost: [...cost],
    events: isVolatile || status === 'abort_by_post_condition' ? undefined : [...events],
    interface: contract && sorted(contract),
  } as ReturnType<typeof answerOf>;
}

/** Returns an interface in which definitions are in the order of their names: a node gives them in any. */
function sorted(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, Array.isArray(part) ? part.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : part]),
  );
}
