import { named } from '#dist/network/operations.js';
import type { Fields } from './net.js';

/** Values that no field of a kind allows. */
const WRONG: readonly unknown[] = [-1n, {}, 'no such thing?', 1.5];

/** Fields that an operation must refuse; undefined for one that takes none. */
export function wrongFields(name: string, how: number): Fields | undefined {
  const { input, positional } = named(name) as unknown as {
    input: Record<string, { optional?: boolean; local?: boolean }>;
    positional: readonly string[];
  };
  // Nothing to change is no fault.
  if (name === 'sbtc.configure' && how % WRONG.length === 1) return { change: { mode: 'slow' } };
  if (name === 'snapshot') return { name: ['', 'x'.repeat(201), '', 'x'.repeat(300)][how % 4] };
  const names = Object.entries(input).filter(([, codec]) => codec.local !== true);
  const field =
    (positional.length > 0 ? positional : names.filter(([, { optional }]) => optional !== true).map(([each]) => each))[0] ?? names[0]?.[0];
  if (field === undefined || name === 'events' || name === 'log') return undefined;
  return { [field]: WRONG[how % WRONG.length] };
}
