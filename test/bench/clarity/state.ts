import type { DataMap } from '#dist/clarity/contract.js';
import { emptyState, StateEditor } from '#dist/clarity/state/state.js';
import { UINT } from '#dist/clarity/types/type.js';
import { UIntValue } from '#dist/clarity/values/value.js';
import type { Figure } from '../measure.js';
import { figureOf } from './pair.js';

const ENTRIES = 50_000;
const REPEATS = 1000;

/** Measures a state with many entries: µs of each operation. */
export function stateFigures(): Figure[] {
  const editor = new StateEditor(emptyState());
  const map: DataMap = { slot: editor.newSlot(), name: 'entries', keyType: UINT, valueType: UINT };
  const write = (at: number) => editor.setMapEntry(map, new UIntValue(BigInt(at)), { value: new UIntValue(BigInt(at)), size: 18 });
  for (let at = 0; at < ENTRIES; at++) write(at);
  const state = editor.snapshot();
  const figure = (what: string, run: () => unknown) => {
    const times = Array.from({ length: 15 }, () => {
      const started = performance.now();
      for (let repeat = 0; repeat < REPEATS; repeat++) run();
      return ((performance.now() - started) * 1000) / REPEATS;
    });
    return figureOf(`${what} with 50,000 entries`, times, { unit: 'µs', goal: '≤ 10' });
  };
  let at = 0;
  return [
    figure('snapshot', () => editor.snapshot()),
    figure('snapshot, a write and restore', () => {
      const before = editor.snapshot();
      write(at++ % ENTRIES);
      editor.restore(before);
    }),
    figure('fork', () => new StateEditor(state)),
  ];
}
