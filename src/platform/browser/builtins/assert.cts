function assert(holds: unknown, message?: string | Error): void {
  if (!holds) throw message instanceof Error ? message : new Error(message ?? 'assertion failed');
}

const equal = (one: unknown, other: unknown, message?: string): void => assert(one === other, message);
const notEqual = (one: unknown, other: unknown, message?: string): void => assert(one !== other, message);

// Packages call what they require.
module.exports = Object.assign(assert, { ok: assert, assert, equal, strictEqual: equal, notEqual, notStrictEqual: notEqual });
