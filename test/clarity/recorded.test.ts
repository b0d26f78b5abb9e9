import { expect, test } from 'vitest';
import { interfaceOf } from '#dist/clarity/analysis/interface.js';
import { hexOf } from '#dist/clarity/bytes.js';
import type { Receipt, Rejection } from '#dist/clarity/transaction/receipt.js';
import type { Payload, PostCondition } from '#dist/clarity/transaction/transaction.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import { eventText } from './answer.js';
import { bytesOf, valueOfHex } from './hex.js';
import { recordedScenarios, type Step } from './receipts.js';
import { Session } from './session.js';

const scenarios = recordedScenarios();

test('1,776 transactions of 88 scenarios have the receipts that stacks-node 4.0.2 gave: status, result, events, errors, interface and five costs', () => {
  expect(scenarios).toHaveLength(88);
  expect(scenarios.flatMap(({ steps }) => steps)).toHaveLength(1776);
  for (const { accounts, steps } of scenarios) {
    const session = new Session({ epoch: '4.0' });
    for (const account of accounts) session.fund(account, 500_000_000n);
    for (const step of steps) {
      session.mine(1, { isTenure: false });
      const receipt = session.process({
        origin: parsePrincipal(step.sender),
        nonce: session.state.account(parsePrincipal(step.sender)).nonce,
        fee: BigInt(step.fee),
        payload: payloadOf(step),
        postConditionMode: step.mode ?? 'deny',
        postConditions: (step.conditions ?? []).map(conditionOf),
      });
      expect(answerOf(receipt, step), `${step.sender} ${step.deploy ?? step.call}`).toEqual(expectedOf(step));
    }
  }
});

function payloadOf(step: Step): Payload {
  if (step.deploy !== undefined) return { type: 'deploy', name: step.deploy, source: step.source, version: step.version };
  if (step.call !== undefined) return { type: 'call', contract: parsePrincipal(step.call), fn: step.fn, args: step.args.map(valueOfHex) };
  return { type: 'transfer', recipient: parsePrincipal(step.to), amount: BigInt(step.amount), memo: bytesOf(step.memo) };
}

function conditionOf(condition: NonNullable<Step['conditions']>[number]): PostCondition {
  const principal = parsePrincipal(condition.principal);
  if (condition.type === 'nft') return { ...condition, principal, value: valueOfHex(condition.value) };
  if (condition.type === 'pox') return { ...condition, principal };
  return { ...condition, principal, amount: BigInt(condition.amount) };
}

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
