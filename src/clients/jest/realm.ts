import { types } from 'node:util';

/**
 * The globals of a test file. Jest gives each file its own `Object`, `Array`, `Promise` and `Error`, and compares classes in
 * `toStrictEqual` and `toBeInstanceOf`.
 */
export type Realm = Pick<typeof globalThis, 'Object' | 'Array' | 'Promise' | 'Error'>;

/** Makes `error instanceof Error` true for errors of other realms, which this package and Node throw. */
export function acceptErrors({ Object: { defineProperty }, Error: Own }: Realm): void {
  const isInstance = Function.prototype[Symbol.hasInstance];
  defineProperty(Own, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      return isInstance.call(this as never, value) || (this === Own && types.isNativeError(value));
    },
  });
}

/**
 * Returns a view of a value for test files: plain objects and lists become copies with the file's own classes, functions return such
 * views, and an object with methods keeps its state. Classes and errors stay as they are.
 */
export function intoRealm<T>(value: T, realm: Realm): T {
  return view(value, realm) as T;
}

function view(value: unknown, realm: Realm): unknown {
  if (typeof value === 'function') return isClass(value) ? value : wrap(value as AnyFunction, realm);
  if (Array.isArray(value)) return realm.Array.from(value, (item) => view(item, realm));
  if (types.isPromise(value)) return new realm.Promise((resolve, reject) => value.then((result) => resolve(view(result, realm)), reject));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const copy = new realm.Object() as Record<PropertyKey, unknown>;
  for (const key of Reflect.ownKeys(value)) {
    const { get, enumerable = false } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    // A getter may throw, or change what it returns: it is asked when the test asks.
    if (get !== undefined) Object.defineProperty(copy, key, { get: () => view(get.call(value), realm), enumerable, configurable: true });
    else Object.defineProperty(copy, key, { value: view(Reflect.get(value, key), realm), enumerable, configurable: true, writable: true });
  }
  return copy;
}

type AnyFunction = (...parameters: unknown[]) => unknown;

/** Listeners that a test passes get views, too. */
function wrap(original: AnyFunction, realm: Realm): AnyFunction {
  return (...parameters) => {
    const passed = parameters.map((parameter) =>
      typeof parameter === 'function' ? (...given: unknown[]) => parameter(...given.map((item) => view(item, realm))) : parameter,
    );
    return view(original(...passed), realm);
  };
}

/** Of this realm: an object literal or a module. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  // That of accounts completes Object.prototype: see accounts.ts.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function isClass(value: object): boolean {
  return Function.prototype.toString.call(value).startsWith('class');
}
