/** A part of a state that something is wrong with, and what. */
export type Mutant = { name: string; bytes: Uint8Array | undefined };

const WRONG: readonly unknown[] = [null, 'x', -1, 1.5, 1e300, true, [], {}];

/** Makes a part wrong in many ways: missing, empty, cut off, too long, and for JSON each value that it has. */
export function* mutantsOf(name: string, bytes: Uint8Array): Generator<Mutant> {
  yield { name: `${name} is missing`, bytes: undefined };
  yield { name: `${name} is empty`, bytes: new Uint8Array() };
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
    yield { name: `${name} is cut off after ${share} of it`, bytes: bytes.subarray(0, Math.floor(bytes.length * share)) };
  }
  yield { name: `${name} ends one byte early`, bytes: bytes.subarray(0, -1) };
  yield { name: `${name} has more bytes`, bytes: Buffer.concat([bytes, Buffer.from([1])]) };
  yield* isJson(bytes) ? jsonMutants(name, JSON.parse(Buffer.from(bytes).toString())) : [];
}

function isJson(bytes: Uint8Array): boolean {
  return bytes[0] === 0x7b || bytes[0] === 0x5b;
}

/** Replaces each value by values of other kinds, and leaves it out. */
function* jsonMutants(name: string, value: unknown): Generator<Mutant> {
  for (const wrong of WRONG) {
    if (kindOf(wrong) !== kindOf(value)) yield { name: `${name} is ${JSON.stringify(wrong)}`, bytes: Buffer.from(JSON.stringify(wrong)) };
  }
  for (const path of pathsIn(value)) {
    const at = `${name}.${path.join('.')}`;
    for (const wrong of [undefined, ...WRONG]) {
      const copy = structuredClone(value);
      if (set(copy, path, wrong)) yield { name: `${at} is ${JSON.stringify(wrong)}`, bytes: Buffer.from(JSON.stringify(copy)) };
    }
  }
}

/** The paths to all values, of lists to their first item. */
function* pathsIn(value: unknown, before: readonly string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Array.isArray(value) ? Object.keys(value).slice(0, 1) : Object.keys(value)) {
    yield [...before, key];
    yield* pathsIn((value as Record<string, unknown>)[key], [...before, key]);
  }
}

/** @returns false if the value has this kind anyway, so that it may be right */
function set(value: unknown, path: readonly string[], wrong: unknown): boolean {
  const parents = path.slice(0, -1);
  let holder = value as Record<string, unknown>;
  for (const key of parents) holder = holder[key] as Record<string, unknown>;
  const last = path.at(-1) as string;
  if (kindOf(holder[last]) === kindOf(wrong)) return false;
  if (wrong === undefined && Array.isArray(holder)) return false;
  if (wrong === undefined) delete holder[last];
  else holder[last] = wrong;
  return true;
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? 'whole' : 'number';
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}
