import { type Type, UINT } from '#dist/clarity/types/type.js';
import type { Family, Writer } from '../writer.js';

/** What contracts ask for of blocks, and views of older ones. */
export const blocks: Family = (writer, type, scope) => {
  const { dice } = writer;
  const height = () => (dice.chance(0.8) ? `u${dice.below(6)}` : writer.expression(UINT, scope));
  const past = () => (writer.since(3) ? '(get-stacks-block-info? id-header-hash' : '(get-block-info? id-header-hash');
  const view = () => `(at-block (unwrap-panic ${past()} u${dice.below(4)})) ${writer.expression(type, { ...scope, canWrite: false })})`;
  return [
    ...(writer.since(1, 4) && dice.chance(0.3) ? [view] : []),
    ...(type.kind === 'optional' ? properties(writer, type.inner).map((head) => () => `(${head} ${height()})`) : []),
    ...(type.kind === 'optional' && type.inner.kind === 'uint' && writer.since(2)
      ? [() => `(get payout (get-burn-block-info? pox-addrs ${dice.pick(['u99', 'u100', 'u101', height()])}))`]
      : []),
  ];
};

const HASHES = ['id-header-hash', 'header-hash'];
const TENURE_HASHES = ['burnchain-header-hash', 'vrf-seed'];
const AMOUNTS = ['block-reward', 'miner-spend-total', 'miner-spend-winner'];

function properties(writer: Writer, type: Type): string[] {
  const of = (native: string, names: readonly string[]) => names.map((name) => `${native} ${name}`);
  const isHash = type.kind === 'buffer' && type.length >= 32;
  const burn = isHash && writer.since(2) ? ['get-burn-block-info? header-hash'] : [];
  if (writer.since(3)) {
    if (type.kind === 'uint') return [...of('get-stacks-block-info?', ['time']), ...of('get-tenure-info?', ['time', ...AMOUNTS])];
    if (type.kind === 'principal') return of('get-tenure-info?', ['miner-address']);
    return isHash ? [...of('get-stacks-block-info?', HASHES), ...of('get-tenure-info?', TENURE_HASHES), ...burn] : [];
  }
  if (type.kind === 'uint') return of('get-block-info?', ['time', ...(writer.since(2) ? AMOUNTS : [])]);
  if (type.kind === 'principal') return of('get-block-info?', ['miner-address']);
  return isHash ? [...of('get-block-info?', [...HASHES, ...TENURE_HASHES]), ...burn] : [];
}
