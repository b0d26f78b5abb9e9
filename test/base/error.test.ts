import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';

test('default: an error has the facts that it was given, and no others', () => {
  const cause = new Error('why');
  const error = new DevnetError('RPC', 'the node answered no', { rpcCode: 0, reason: 'no', hint: undefined, cause });
  expect({ ...error }).toEqual({ name: 'DevnetError', code: 'RPC', rpcCode: 0, reason: 'no' });
  expect(error.hint).toBeUndefined();
  expect(error.cause).toBe(cause);
  expect(inspect(error)).not.toContain('undefined');
});
