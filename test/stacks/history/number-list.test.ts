import { expect, test } from 'vitest';
import type { BlockRecord } from '#dist/stacks/history/chain/records.js';
import { asItIs, listMaker, type NumberList } from '#dist/stacks/history/lookup/number-list.js';
import { TransactionTable } from '#dist/stacks/history/lookup/transaction-table.js';

/** A block whose transactions are texts. It counts how often its bytes are read. */
function block(name: string, count: number) {
  const read = { times: 0 };
  const record = {
    count,
    get offsets() {
      read.times++;
      return Array.from({ length: count }, (_, place) => place);
    },
    transactionAt: (_: readonly number[], place: number) => `${name}${place}`,
  };
  return { read, record: record as unknown as BlockRecord };
}

function enter(table: TransactionTable, list: NumberList<unknown>, { record }: ReturnType<typeof block>): number {
  const start = table.entered(record);
  for (let place = 0; place < record.count; place++) list.push(start + place);
  return start;
}

test('default: a list as it is stays, whatever the chain does, and is read item by item', () => {
  const table = new TransactionTable();
  const list = listMaker(table).records() as NumberList<unknown>;
  const [a, b, c] = [block('a', 2), block('b', 2), block('c', 3)] as const;
  enter(table, list, a);
  const start = enter(table, list, b);
  const before = asItIs(list);
  expect(a.read.times + b.read.times).toBe(0);
  list.cut(start);
  table.left();
  enter(table, list, c);
  list.cutFirst(table.endOfFirst);
  table.forgotten();
  expect([...list]).toEqual(['c0', 'c1', 'c2']);
  expect([...before]).toEqual(['a0', 'a1', 'b0', 'b1']);
  expect(a.read.times + b.read.times).toBe(2);
});

test('default: some reads up to the first one that holds', () => {
  const table = new TransactionTable();
  const list = listMaker(table).records() as NumberList<unknown>;
  const [a, b] = [block('a', 1), block('b', 1)] as const;
  enter(table, list, a);
  enter(table, list, b);
  expect(list.some((item) => item === 'a0')).toBe(true);
  expect(b.read.times).toBe(0);
  expect(list.some((item) => item === 'c0')).toBe(false);
});
