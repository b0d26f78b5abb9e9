import type { AnyEpochName, Epoch } from '../../../../clarity/epoch.js';
import type { SharedContracts } from './shared-contracts.js';

/** Takes the fields of an object: `raw` what `structuredClone` copies as it is, `ref` anything else. */
export type Writer = { readonly contracts: SharedContracts; raw(field: unknown): void; ref(field: unknown): void };
/** Gives the fields in the same order. */
export type Reader = { readonly contracts: SharedContracts; epoch(name: AnyEpochName): Epoch; raw<T>(): T; ref<T>(): T };

/** How one kind of object crosses to another thread. */
export type Codec<T = unknown> = { write(value: T, to: Writer): void; read(from: Reader): T };

/** Creates a codec. `read` calls the constructor, so that objects keep the layout for which V8 compiled the VM. */
export const codec = <T>(write: Codec<T>['write'], read: Codec<T>['read']): Codec => ({ write, read }) as Codec;

/** An object with one field that is copied as it is. */
export function single<T extends object, K extends keyof T>(name: K, make: (field: T[K]) => T): Codec {
  return codec<T>(
    (value, to) => to.raw(value[name]),
    (from) => make(from.raw()),
  );
}

/** One object that every thread has. */
export function constant(value: unknown): Codec {
  return codec(
    () => undefined,
    () => value,
  );
}

/** Bytes that are a part of a larger memory would take all of it along. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
