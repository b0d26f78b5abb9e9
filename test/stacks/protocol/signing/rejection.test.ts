import { expect, test } from 'vitest';
import { formatRejection } from '#dist/stacks/protocol/signing/rejection.js';

test('default: the reason with its facts', () => {
  expect(formatRejection('BadNonce', { actual: 0, expected: 1, is_origin: true, address: 'ST1' })).toBe(
    'BadNonce (actual 0, expected 1, is_origin true, address ST1)',
  );
  expect(formatRejection('TransferAmountMustBePositive')).toBe('TransferAmountMustBePositive');
});

test('behavior: facts of the embedded node are bigint, too', () => {
  expect(formatRejection('FeeTooLow', { actual: 0n, expected: 180n, list: [1n] })).toBe('FeeTooLow (actual 0, expected 180, list ["1"])');
});
