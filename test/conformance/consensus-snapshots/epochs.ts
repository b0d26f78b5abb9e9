import { Ordered } from './rust/value.js';

const NAMES = ['1.0', '2.0', '2.05', '2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0', '4.1'];

/** The epochs of stacks-core, as values of its tests. */
export const EPOCHS: readonly Ordered[] = NAMES.map((name, order) => new Ordered(order, name));
export const VERSIONS: readonly Ordered[] = [1, 2, 3, 4, 5, 6].map((version, order) => new Ordered(order, `Clarity ${version}`));

/** Returns an epoch by its name in Rust, e.g. `Epoch2_05`. */
export function epochOfVariant(variant: string): Ordered | undefined {
  const digits = variant.slice('Epoch'.length);
  const name = digits.includes('_') ? digits.replace('_', '.') : `${digits.charAt(0)}.${digits.slice(1)}`;
  return EPOCHS.find(({ text }) => text === name);
}

export function epoch(name: string): Ordered {
  return EPOCHS.find(({ text }) => text === name) as Ordered;
}

export function isBefore(a: Ordered, b: Ordered): boolean {
  return a.order < b.order;
}

/** The epochs that the tests cover, from one on. */
export function testedSince(first: Ordered): Ordered[] {
  return EPOCHS.filter((epoch) => !isBefore(epoch, first) && !isBefore(LAST_TESTED, epoch));
}

export const LAST_TESTED = epoch('4.0');

export function versionsOf(of: Ordered): readonly Ordered[] {
  const newest = [
    ['4.0', 6],
    ['3.4', 5],
    ['3.3', 4],
    ['3.0', 3],
    ['2.1', 2],
  ] as const;
  const [, count] = newest.find(([name]) => !isBefore(of, epoch(name))) ?? ['', 1];
  return VERSIONS.slice(0, count);
}

export function versionNumber(version: Ordered): number {
  return version.order + 1;
}
