import { expect, test } from 'vitest';
import { Missing, untilComplete } from '#dist/base/missing.js';
import { ByteReader } from '#dist/base/storage/byte-reader.js';
import { ByteWriter } from '#dist/base/storage/byte-writer.js';
import { at, atAsync } from '#dist/base/storage/format-error.js';

test('behavior: a reader of a state file is repeated once the origin of a fork has answered', async () => {
  const writer = new ByteWriter();
  writer.list([1, 2, 3], (value) => writer.number(value));
  const answered = new Map<number, boolean>();
  const ask = (value: number): number => {
    if (answered.get(value) !== true)
      throw new Missing(
        `number ${value}`,
        Promise.resolve().then(() => answered.set(value, true)),
      );
    return value;
  };
  const read = (): number[] => {
    const reader = new ByteReader(writer.finish());
    return at('numbers', () => reader.list(() => ask(reader.number())));
  };
  expect(await untilComplete(read)).toEqual([1, 2, 3]);
  answered.clear();
  expect(await untilComplete(() => atAsync('part', async () => read()))).toEqual([1, 2, 3]);
});
