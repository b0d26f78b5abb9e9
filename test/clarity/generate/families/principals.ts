import { hexOf } from '#dist/clarity/bytes.js';
import { ASCII_40, BUFFER_20, PRINCIPAL } from '#dist/clarity/types/type.js';
import type { Family } from '../writer.js';

const VERSIONS = ['0x1a', '0x15', '0x16', '0x14', '0x1f', '0x20', '0x'];
/** The public key of a private key of 32 times 1. */
const KEY = '0x031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f';

/** What addresses and contracts are made of. */
export const principals: Family = (writer, type, scope) => {
  const { dice } = writer;
  const construct = () => {
    const [made, failed] = [writer.fresh('made'), writer.fresh('failed')];
    const contract = dice.chance(0.3) ? writer.args([ASCII_40], scope) : '';
    const source = `(principal-construct? ${dice.pick(VERSIONS)}${writer.args([BUFFER_20], scope)}${contract})`;
    return `(match ${source} ${made} ${made} ${failed} ${writer.expression(type, scope)})`;
  };
  const part = (field: string) => () => {
    const [right, wrong] = [writer.fresh('right'), writer.fresh('wrong')];
    return `(get ${field} (match (principal-destruct?${writer.args([PRINCIPAL], scope)}) ${right} ${right} ${wrong} ${wrong}))`;
  };
  switch (type.kind) {
    case 'bool':
      return writer.since(2) ? [() => `(is-standard${writer.args([PRINCIPAL], scope)})`] : [];
    case 'principal': {
      const held = scope.locals.filter((local) => local.type.kind === 'callable');
      return [
        ...held.map(
          ({ name }) =>
            () =>
              `(contract-of ${name})`,
        ),
        ...(writer.since(2) ? [construct] : []),
      ];
    }
    case 'buffer':
      return writer.since(2) && (type.length === 1 || type.length === 20) ? [part(type.length === 1 ? 'version' : 'hash-bytes')] : [];
    case 'optional':
      return writer.since(2) && type.inner.kind === 'ascii' && type.inner.length >= 40 ? [part('name')] : [];
    case 'response':
      if (type.err.kind !== 'uint') return [];
      if (type.ok.kind === 'principal') return [() => `(principal-of? ${dice.chance(0.7) ? KEY : `0x02${hexOf(dice.bytes(32))}`})`];
      if (!writer.since(4) || type.ok.kind !== 'buffer' || type.ok.length < 32) return [];
      return [() => `(contract-hash?${writer.args([PRINCIPAL], scope)})`];
    default:
      return [];
  }
};
