import { PRINCIPAL, type Type } from '#dist/clarity/types/type.js';
import type { Family, Form, Scope, Writer } from '../writer.js';
import { isTransferResult, senderOf } from './stx.js';

/** Fungible and non-fungible tokens. */
export const tokens: Family = (writer, type, scope) => {
  const { fungible, nonFungible } = writer.definitions;
  if (type.kind === 'uint')
    return fungible.flatMap((name) => [
      () => `(ft-get-balance ${name}${writer.args([PRINCIPAL], scope)})`,
      () => `(ft-get-supply ${name})`,
    ]);
  if (type.kind === 'optional' && type.inner.kind === 'principal')
    return nonFungible.map((token) => () => `(nft-get-owner? ${token.name}${writer.args([token.type], scope)})`);
  if (!isTransferResult(type) || !scope.canWrite) return [];
  return [
    ...fungible.flatMap((name) => moves(writer, `ft`, name, () => writer.amount(scope), scope)),
    ...nonFungible.flatMap((token: { name: string; type: Type }) =>
      moves(writer, `nft`, token.name, () => writer.expression(token.type, scope), scope),
    ),
  ];
};

function moves(writer: Writer, kind: 'ft' | 'nft', name: string, what: Form, scope: Scope): Form[] {
  const account = () => writer.expression(PRINCIPAL, scope);
  return [
    () => `(${kind}-mint? ${name} ${what()} ${writer.dice.chance(0.5) ? 'tx-sender' : account()})`,
    () => `(${kind}-transfer? ${name} ${what()} ${senderOf(writer, scope)} ${account()})`,
    () => `(${kind}-burn? ${name} ${what()} ${senderOf(writer, scope)})`,
  ];
}
