import { expect, expectTypeOf, test } from 'vitest';
import { eventSchemas, eventTypes } from '#dist/network/devnet/answers/events.js';
import { miningAnswer } from '#dist/network/devnet/answers/mining.js';
import { readAnswer } from '#dist/network/devnet/answers/read.js';
import { statusAnswer } from '#dist/network/devnet/answers/status.js';
import type { DevnetStatus } from '#dist/network/types.js';

const STATUS = {
  engine: 'embedded',
  ready: true,
  version: '1.2.3',
  bitcoin: { height: 1, hash: 'aa', mode: 'manual' },
  stacks: { height: 2, hash: '0xbb', mode: { intervalMs: 5 } },
  epoch: '4.0',
  capabilities: ['snapshots'],
  cycle: { id: 1, phase: 'reward', blocksLeft: 3 },
  chaos: [{ id: 'f1', kind: 'drop', settings: { count: 1, of: { any: 'depth' } }, left: 1 }],
  urls: { stacks: 'http://127.0.0.1:1', bitcoin: 'http://127.0.0.1:2' },
};

test('behavior: an answer has what its schema describes, and nothing else', () => {
  const status = readAnswer(statusAnswer, { ...STATUS, later: 'field of a newer version', urls: { ...STATUS.urls, later: '' } });
  expect(status).toEqual(STATUS);
  expectTypeOf(status).toEqualTypeOf<DevnetStatus>();
});

test.each([
  ['engine', { engine: 'steam' }, /engine should be embedded or native or docker or external and is "steam"/],
  ['a missing field', { epoch: undefined }, /epoch should be text and is absent/],
  ['a number', { bitcoin: { ...STATUS.bitcoin, height: 1.5 } }, /height should be a whole number and is 1\.5/],
  ['a switch', { ready: 'yes' }, /ready should be true or false and is "yes"/],
  ['a list', { capabilities: 'snapshots' }, /capabilities should be a list and is "snapshots"/],
  ['an item of a list', { chaos: [{ id: 'f1', kind: 'rain', settings: {} }] }, /kind should be drop or .* and is "rain"/],
  ['an object', { urls: [] }, /urls should be an object and is/],
  ['an alternative', { stacks: { ...STATUS.stacks, mode: 'often' } }, /mode should be "auto", "manual" or .* and is "often"/],
  ['a field of an alternative', { stacks: { ...STATUS.stacks, mode: {} } }, /intervalMs should be a whole number and is absent/],
])('error: %s that is not as described', (_, change, message) => {
  expect(() => readAnswer(statusAnswer, { ...STATUS, ...change })).toThrow(
    expect.objectContaining({ code: 'RPC', message: expect.stringMatching(message) }),
  );
});

test('error: a body that is no object', () => {
  expect(() => readAnswer(miningAnswer, null)).toThrow('the body should be an object and is null');
});

test('behavior: each event has its own type in its schema', () => {
  expect(eventTypes.map((type) => readAnswer(eventSchemas[type].properties.type, type))).toEqual(eventTypes);
  expect(() => readAnswer(eventSchemas.restored, { type: 'stall', id: 's1' })).toThrow('type should be restored');
});
