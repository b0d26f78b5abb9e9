// What the runner itself needs.
import { expect, test } from 'vitest';

export function suite(tests) {
  for (let index = 0; index < tests; index++) test(`counts ${index}`, () => expect(index).toBeLessThan(tests));
}
