import { type Type, UINT } from '#dist/clarity/types/type.js';
import type { Family, Writer } from '../../clarity/generate/writer.js';

/**
 * What contracts see of the chain: variables and properties of blocks. Two chains have other heights, times and hashes, so only what is the
 * same on all chains becomes a value: blocks that no chain has, whether one that each chain has is there, and the difference to itself.
 */
export const chain: Family = (writer, type, scope) => [...valuesOf(writer, type, scope), ...pastOf(writer, type, scope)];

/** A view of a block from before all contracts. */
const pastOf: Family = (writer, type, scope) => {
  const asked = writer.since(3) ? 'get-stacks-block-info?' : 'get-block-info?';
  const past = `(unwrap-panic (${asked} id-header-hash u2))`;
  if (!writer.since(1, 4) || !writer.dice.chance(0.4)) return [];
  return [() => `(at-block ${past} ${writer.expression(type, { ...scope, canWrite: false })})`];
};

const valuesOf: Family = (writer, type, scope) => {
  const { dice } = writer;
  const variables = ['burn-block-height', 'stx-liquid-supply', ...variablesOf(writer)];
  const asked = questionsOf(writer);
  switch (type.kind) {
    case 'uint': {
      const one = dice.pick(variables);
      const id = writer.since(2) ? [() => 'chain-id'] : [];
      return [() => `(- ${one} ${one})`, () => `(if (> ${one} u0) ${writer.expression(UINT, scope)} u0)`, ...id];
    }
    case 'bool':
      return [
        () => {
          const question = dice.pick(asked);
          // The first block has no miner: known.ts.
          const past = question.endsWith('miner-address') ? 'u1' : dice.pick(['u0', 'u1', 'u2']);
          return `(is-some (${question} ${question.startsWith('get-burn') ? BURNT : past}))`;
        },
        () => `(is-none (${dice.pick(asked)} ${FUTURE}))`,
        ...(writer.since(1, 1) ? [] : [() => dice.pick(['is-in-regtest', 'is-in-mainnet'])]),
        () => 'is-in-regtest',
      ];
    case 'principal':
      return ['tx-sender', 'contract-caller', ...(writer.since(4) ? ['current-contract'] : [])].map((name) => () => name);
    case 'optional':
      return [
        ...(type.inner.kind === 'principal' && writer.since(2) ? [() => 'tx-sponsor?'] : []),
        ...asked.filter((question) => gives(question, type.inner)).map((question) => () => `(${question} ${FUTURE})`),
      ];
    default:
      return [];
  }
};

/** Each chain has this Bitcoin block, wherever it begins. */
const BURNT = 'u101';
/** No chain of a test is so high. */
const FUTURE = 'u4000000000';

function variablesOf(writer: Writer): string[] {
  return [
    ...(writer.since(1, 2) ? ['block-height'] : []),
    ...(writer.since(3) ? ['stacks-block-height', 'tenure-height'] : []),
    ...(writer.since(4) ? ['stacks-block-time'] : []),
  ];
}

function questionsOf(writer: Writer): string[] {
  const of = (native: string, names: readonly string[]) => names.map((name) => `${native} ${name}`);
  const burn = writer.since(2) ? of('get-burn-block-info?', ['header-hash', 'pox-addrs']) : [];
  if (writer.since(3)) {
    return [
      ...of('get-stacks-block-info?', ['time', 'id-header-hash', 'header-hash']),
      ...of('get-tenure-info?', ['time', 'burnchain-header-hash', 'miner-address', 'vrf-seed', ...AMOUNTS]),
      ...burn,
    ];
  }
  const names = ['time', 'miner-address', 'id-header-hash', 'header-hash', 'burnchain-header-hash', 'vrf-seed'];
  return [...of('get-block-info?', [...names, ...(writer.since(2) ? AMOUNTS : [])]), ...burn];
}

const AMOUNTS = ['block-reward', 'miner-spend-total', 'miner-spend-winner'];

function gives(question: string, type: Type): boolean {
  const isAmount = question.endsWith(' time') || AMOUNTS.some((name) => question.endsWith(name));
  if (question.endsWith('miner-address')) return type.kind === 'principal';
  if (question.endsWith('pox-addrs')) return false;
  return isAmount ? type.kind === 'uint' : type.kind === 'buffer' && type.length >= 32;
}
