import { expect, test } from 'vitest';
import { interfaceOf } from '#dist/clarity/analysis/interface.js';
import { EPOCH_NAMES } from '#dist/clarity/epoch.js';
import { type CheckOptions, check } from '../check.js';

function interfaceOfSource(source: string, options: CheckOptions = {}) {
  const { analysis, failure } = check(source, options);
  if (analysis === undefined) throw failure;
  return interfaceOf(analysis);
}

test('an interface has the form, and the order, of a node', () => {
  const source = `
    (define-constant c1 .contract)
    (define-constant b1 (list))
    (define-data-var v {b: (list 3 (buff 5)), a: (string-utf8 7)} {b: (list), a: u""})
    (define-map m (optional int) (response bool principal))
    (define-fungible-token tok u5)
    (define-non-fungible-token nf (string-ascii 4))
    (define-trait t ((go (uint) (response bool uint))))
    (define-read-only (z) none)
    (define-read-only (r (x <t>)) (ok 1))
    (define-public (p (a uint) (b bool)) (err a))
    (define-private (q) (list .a .b))`;
  expect(JSON.stringify(interfaceOfSource(source, { version: 3, epoch: '3.2' }))).toBe(
    JSON.stringify({
      functions: [
        { name: 'q', access: 'private', args: [], outputs: { type: { list: { type: 'principal', length: 2 } } } },
        {
          name: 'p',
          access: 'public',
          args: [
            { name: 'a', type: 'uint128' },
            { name: 'b', type: 'bool' },
          ],
          outputs: { type: { response: { ok: 'none', error: 'uint128' } } },
        },
        {
          name: 'r',
          access: 'read_only',
          args: [{ name: 'x', type: 'trait_reference' }],
          outputs: { type: { response: { ok: 'int128', error: 'none' } } },
        },
        { name: 'z', access: 'read_only', args: [], outputs: { type: { optional: 'none' } } },
      ],
      variables: [
        { name: 'b1', type: { list: { type: 'none', length: 0 } }, access: 'constant' },
        { name: 'c1', type: 'principal', access: 'constant' },
        {
          name: 'v',
          type: {
            tuple: [
              { name: 'a', type: { 'string-utf8': { length: 7 } } },
              { name: 'b', type: { list: { type: { buffer: { length: 5 } }, length: 3 } } },
            ],
          },
          access: 'variable',
        },
      ],
      maps: [{ name: 'm', key: { optional: 'int128' }, value: { response: { ok: 'bool', error: 'principal' } } }],
      fungible_tokens: [{ name: 'tok' }],
      non_fungible_tokens: [{ name: 'nf', type: { 'string-ascii': { length: 4 } } }],
      epoch: 'Epoch32',
      clarity_version: 'Clarity3',
    }),
  );
});

test('epochs have the names of the node', () => {
  expect(EPOCH_NAMES.map((epoch) => interfaceOfSource('', { epoch, version: 1 }).epoch)).toEqual([
    'Epoch21',
    'Epoch22',
    'Epoch23',
    'Epoch24',
    'Epoch25',
    'Epoch30',
    'Epoch31',
    'Epoch32',
    'Epoch33',
    'Epoch34',
    'Epoch40',
    'Epoch41',
  ]);
});

test('the analysis knows what writes nothing, traits, and types', () => {
  const { analysis, expressions } = check(`
    (define-data-var v int 1)
    (define-private (reads) (var-get v))
    (define-public (writes) (ok (var-set v 2)))
    (define-public (calls) (ok (reads)))
    (define-trait t ((go (uint) (response bool uint))))
    (+ 1 2)`);
  expect([...(analysis?.pureFunctions ?? [])].sort()).toEqual(['calls', 'reads']);
  expect([...(analysis?.traits.keys() ?? [])]).toEqual(['t']);
  const sum = expressions.at(-1);
  expect(analysis?.types?.get(sum?.id ?? 0)?.kind).toBe('int');
});
