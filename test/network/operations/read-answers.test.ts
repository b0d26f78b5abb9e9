import { expect, test } from 'vitest';
import type { AnyCodec } from '#dist/network/operations/codec.js';
import { named } from '#dist/network/operations/table.js';
import { ofGateways, read } from '#dist/network/operations.js';

const COST = { readCount: 1, readLength: 2, runtime: 3, writeCount: 4, writeLength: 5 };
const BLOCK = { height: 7, hash: '0xbb', burnHeight: 8 };
const RESULT = { hex: '0x03', repr: 'true' };
const AT = { contract: 'ST1.a', line: 1, column: 1 };
const STACKS = { txid: '0xaa', block: BLOCK, status: 'success', result: RESULT, events: [{ type: 'x', x: { y: 1 } }], cost: COST };
const BITCOIN = { txid: 'aa', block: { height: 7, hash: 'bb' }, confirmations: 2 };
const CALL = { contract: 'ST1.a', args: ['u1'], events: [{ type: 'print', args: [], at: AT, callsBefore: 0 }], at: AT, calls: [] };
const ROW = { contract: 'ST1.a', line: 1, count: 1, inclusive: COST, exclusive: COST };
const PROFILE = { cost: COST, functions: [{ ...ROW, function: 'f' }], lines: [{ ...ROW, source: '(f)' }] };
const SIMULATED = { status: 'rejected', result: RESULT, reason: 'no', events: STACKS.events, cost: COST };
const [TXID, FAILED] = [{ txid: '0xaa', block: BLOCK, status: 'success', result: RESULT }, 'abort_by_response'];

const answers = {
  'bitcoin.waitForTx': BITCOIN,
  'stacks.waitForTx': { ...STACKS, unknown: ['reason'] },
  'stacks.waitForAnchor': { ...STACKS, confirmations: 0 },
  'stacks.trace': {
    ...TXID,
    status: FAILED,
    reason: 'no',
    origin: { ...AT, expression: '(f)', stack: ['ST1.a:f'] },
    call: { ...CALL, calls: [{ ...CALL, function: 'f', result: 'true', calls: [CALL] }] },
    truncated: true,
  },
  'stacks.profile': { ...TXID, ...PROFILE, root: { ...ROW, nodes: [{ ...ROW, nodes: [{ ...ROW, function: 'g', nodes: [] }] }] } },
  'simulations.one': SIMULATED,
  'simulations.steps': {
    at: { height: 1, burnHeight: 2 },
    steps: [
      { type: 'call', ...SIMULATED, changes: [{ type: 'contract', contract: 'ST1.a' }] },
      { type: 'evaluate', status: 'failed', reason: 'no', result: RESULT, cost: COST },
      { type: 'mine', block: { height: 2, burnHeight: 3 }, changes: [] },
    ],
  },
  replay: {
    ...STACKS,
    call: CALL,
    profile: PROFILE,
    isEqual: false,
    differences: [{ part: 'cost', replayed: '1', reported: '2' }],
    notReported: ['events'],
  },
} as const;
type Name = keyof typeof answers;

const reading = (name: Name, body: object): unknown => read(named(name).output as AnyCodec, body, ofGateways);

/** The answer with another value at a path. */
function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): object {
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) };
  copy[name as string] = rest.length === 0 ? to : changed(copy[name as string], rest, to);
  return copy;
}

test.each(Object.keys(answers) as Name[])('behavior: the answer of %s is read whole, without fields of a newer version', (name) => {
  expect(reading(name, { ...answers[name], later: 1 })).toEqual(answers[name]);
});

const wrong: [Name, path: string, value: unknown, message: string][] = [
  ['bitcoin.waitForTx', 'confirmations', undefined, 'confirmations should be a whole number and is absent'],
  ['bitcoin.waitForTx', 'block.hash', 1, 'block.hash should be text and is 1'],
  ['stacks.waitForTx', 'status', 'rejected', 'status should be success or abort_by_response or abort_by_post_condition and is "rejected"'],
  ['stacks.waitForTx', 'cost.runtime', '3', 'cost.runtime should be a whole number and is "3"'],
  ['stacks.waitForTx', 'events', undefined, 'events should be a list and is absent'],
  ['stacks.waitForTx', 'block.burnHeight', undefined, 'block.burnHeight should be a whole number and is absent'],
  ['stacks.waitForAnchor', 'confirmations', undefined, 'confirmations should be a whole number and is absent'],
  ['stacks.trace', 'result', undefined, 'result should be an object and is absent'],
  ['stacks.trace', 'origin.stack', ['f', 1], 'origin.stack.1 should be text and is 1'],
  ['stacks.trace', 'truncated', false, 'truncated should be true and is false'],
  ['stacks.trace', 'call.calls.0.calls.0.at.line', 'x', 'call.calls.0.calls.0.at.line should be a whole number and is "x"'],
  ['stacks.trace', 'call.calls.0.calls', ['x'], 'call.calls.0.calls.0 should be an object and is "x"'],
  ['stacks.profile', 'functions.0.inclusive', undefined, 'functions.0.inclusive should be an object and is absent'],
  ['stacks.profile', 'root.nodes.0.nodes.0.count', null, 'root.nodes.0.nodes.0.count should be a whole number and is null'],
  ['simulations.one', 'status', 'other', 'status should be success or'],
  ['simulations.steps', 'at.height', undefined, 'at.height should be a whole number and is absent'],
  ['simulations.steps', 'steps.0.type', 'sleep', 'steps.0.type should be call or transfer or'],
  ['simulations.steps', 'steps.1.status', 'aborted', 'status should be success or failed and is "aborted"'],
  ['simulations.steps', 'steps.2.block', undefined, 'block should be an object and is absent'],
  ['replay', 'status', 'rejected', 'status should be success or'],
  ['replay', 'differences.0.part', 'time', 'differences.0.part should be status or result or events or cost and is "time"'],
  ['replay', 'notReported', ['time'], 'notReported.0 should be status or'],
  ['replay', 'profile.lines', undefined, 'profile.lines should be a list and is absent'],
  ['replay', 'isEqual', undefined, 'isEqual should be true or false and is absent'],
];

test.each(wrong)('error: %s with another %s', (name, path, value, message) => {
  expect(() => reading(name, changed(answers[name], path.split('.'), value))).toThrow(
    expect.objectContaining({ code: 'RPC', message: expect.stringContaining(message) }),
  );
});
