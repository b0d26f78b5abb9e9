import { PRINCIPAL, type Type } from '#dist/clarity/types/type.js';
import type { Family, Scope, Writer } from '../writer.js';

/** `as-contract?` and `restrict-assets?`, whose bodies move something. */
export const allowances: Family = (writer, type, scope) => {
  if (!writer.since(4) || !scope.canWrite || type.kind !== 'response' || type.err.kind !== 'uint') return [];
  const body = () =>
    `(${list(writer, scope)})${writer.dice.chance(0.5) ? ` ${writer.statement(scope)}` : ''} ${result(writer, type.ok, scope)}`;
  return [() => `(restrict-assets? ${writer.expression(PRINCIPAL, scope)} ${body()})`, () => `(as-contract? ${body()})`];
};

/** The last body must not be a response. */
function result(writer: Writer, type: Type, scope: Scope): string {
  return writer.expression(type, scope);
}

function list(writer: Writer, scope: Scope): string {
  const { dice, definitions, self } = writer;
  if (dice.chance(0.1)) return '(with-all-assets-unsafe)';
  const amount = () => writer.amount(scope);
  const contract = () => (dice.chance(0.8) ? `'${self}` : writer.expression(PRINCIPAL, scope));
  const name = (token: string) => `"${dice.chance(0.8) ? token : dice.pick(['*', 'other'])}"`;
  const forms = [
    () => `(with-stx ${amount()})`,
    ...definitions.fungible.map((token) => () => `(with-ft ${contract()} ${name(token)} ${amount()})`),
    ...definitions.nonFungible.map(
      (token) => () =>
        `(with-nft ${contract()} ${name(token.name)} (list${writer.args(
          dice.times(1, 2, () => token.type),
          scope,
        )}))`,
    ),
    () => (writer.since(6) ? `(with-staking ${amount()})` : `(with-stacking ${amount()})`),
    ...(writer.since(6) ? [() => '(with-pox)'] : []),
  ];
  return dice.times(0, 4, () => dice.pick(forms)()).join(' ');
}
