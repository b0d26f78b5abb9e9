import { hexOf } from '#dist/clarity/bytes.js';
import { UINT } from '#dist/clarity/types/type.js';
import type { Family } from '../writer.js';

export const bitcoin: Family = (writer, type, scope) => {
  if (!writer.since(6)) return [];
  const { dice } = writer;
  const hash = () => `0x${hexOf(dice.bytes(32))}`;
  if (type.kind === 'bool') {
    const siblings = () => dice.times(1, 3, () => hash()).join(' ');
    return [
      () => `(verify-merkle-proof ${hash()} ${hash()}${writer.args([UINT, UINT], scope)} (list ${siblings()}))`,
      // The only transaction of its block.
      () => `(let ((leaf ${hash()})) (verify-merkle-proof leaf leaf u0 u1 (list)))`.replaceAll('leaf', writer.fresh('leaf')),
    ];
  }
  if (type.kind !== 'optional' || type.inner.kind !== 'buffer' || type.inner.length < 32) return [];
  return [
    () => {
      const output = `(get-bitcoin-tx-output? ${transaction(dice.bytes(36), dice.below(3))} u${dice.below(3)})`;
      return `(match ${output} out (some (get txid out)) code none)`.replace(/\bout\b/g, writer.fresh('out'));
    },
  ];
};

/** A transaction with one input and some outputs. */
function transaction(input: Uint8Array, outputs: number): string {
  return `0x0200000001${hexOf(input)}00ffffffff${`0${outputs}`}${'e8030000000000000151'.repeat(outputs)}00000000`;
}
