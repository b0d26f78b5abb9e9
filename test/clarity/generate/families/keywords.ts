import type { Family, Writer } from '../writer.js';

/** The variables that the language defines. */
export const keywords: Family = (writer, type) =>
  names(writer, type.kind === 'optional' ? type.inner.kind : '', type.kind).map((name) => () => name);

function names(writer: Writer, inner: string, kind: string): string[] {
  const has = (first: number, name: string, last = 6) => (writer.since(first, last) ? [name] : []);
  switch (kind) {
    case 'uint':
      return [
        ...['burn-block-height', 'stx-liquid-supply'],
        ...has(1, 'block-height', 2),
        ...has(2, 'chain-id'),
        ...has(3, 'stacks-block-height'),
        ...has(3, 'tenure-height'),
        ...has(4, 'stacks-block-time'),
      ];
    case 'bool':
      return ['is-in-regtest', ...has(2, 'is-in-mainnet')];
    case 'principal':
      return ['tx-sender', 'contract-caller', ...has(4, 'current-contract')];
    case 'optional':
      return inner === 'principal' ? has(2, 'tx-sponsor?') : [];
    default:
      return [];
  }
}
