import { BufferType, PRINCIPAL, type Type } from '#dist/clarity/types/type.js';
import type { Family, Scope, Writer } from '../writer.js';

const MEMO = new BufferType(34);

export const stx: Family = (writer, type, scope) => {
  if (type.kind === 'uint')
    return [
      () => `(stx-get-balance${writer.args([PRINCIPAL], scope)})`,
      ...(writer.since(2)
        ? [() => `(get ${writer.dice.pick(['locked', 'unlocked', 'unlock-height'])} (stx-account${writer.args([PRINCIPAL], scope)}))`]
        : []),
    ];
  if (!isTransferResult(type) || !scope.canWrite) return [];
  const transfer = () => `${writer.amount(scope)} ${senderOf(writer, scope)} ${writer.expression(PRINCIPAL, scope)}`;
  return [
    () => `(stx-transfer? ${transfer()})`,
    () => `(stx-burn? ${writer.amount(scope)} ${senderOf(writer, scope)})`,
    ...(writer.since(2) ? [() => `(stx-transfer-memo? ${transfer()}${writer.args([MEMO], scope)})`] : []),
  ];
};

/** Whether a type is what transfers answer. */
export function isTransferResult(type: Type): boolean {
  return type.kind === 'response' && type.ok.kind === 'bool' && type.err.kind === 'uint';
}

/** Writes who sends something: mostly who may. */
export function senderOf(writer: Writer, scope: Scope): string {
  return writer.dice.chance(0.8) ? 'tx-sender' : writer.expression(PRINCIPAL, scope);
}
