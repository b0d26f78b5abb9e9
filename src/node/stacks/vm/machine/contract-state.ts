import { parseExactJson } from '../../../../json.js';
import { CONTRACT, SOURCE } from '../memory/contract-metadata.js';
import type { Machine } from './machine.js';
import { FEE_SINK } from './principals.js';
import { callFunction, defaultClarityVersion, execute, type Outcome } from './session.js';

/** A part of a contract's state. `stx` are the micro-STX that the contract itself has. */
type StatePart = { kind: 'variable' | 'map' | 'token' | 'asset'; name: string } | { kind: 'stx' };

/** Arguments are hex without 0x: those of the function of the part in {@link writerSource}. */
export type StateWrite = { contract: string; part: StatePart; args: readonly string[] };

/** The first Clarity version with `as-contract?` in place of `as-contract`. */
const FIRST_WITH_ALLOWANCES = 4;

/**
 * Writes what a contract has, in the open block. The VM has no function for it. So a contract of its own, the writer, gets the identity and the definitions
 * of the other contract, and writes into its state.
 */
export function writeContractState(machine: Machine, { contract, part, args }: StateWrite): Outcome {
  const target = machine.metadata(contract, CONTRACT);
  if (target === undefined) return { ok: false, message: `there is no contract ${contract}` };
  const definitions = parse(target);
  const missing = missingPart(definitions, contract, part);
  if (missing !== undefined) return { ok: false, message: missing };
  const source = `;; writes into ${contract}\n${writerSource(part, defaultClarityVersion(machine))}`;
  const writer = findWriter(machine, source) ?? makeWriter(machine, source, part, definitions);
  if (typeof writer !== 'string') return writer;
  return callFunction(machine, { contract: writer, fn: FUNCTION, args, sender: FEE_SINK });
}

/** The field of a contract's JSON that has the definitions of a kind, and what a person calls the kind. */
const DEFINITIONS = {
  variable: { field: 'meta_data_var', words: 'variable' },
  map: { field: 'meta_data_map', words: 'map' },
  token: { field: 'meta_ft', words: 'fungible token' },
  asset: { field: 'meta_nft', words: 'non-fungible token' },
} as const;

function missingPart(context: Context, contract: string, part: StatePart): string | undefined {
  if (part.kind === 'stx') return undefined;
  const { field, words } = DEFINITIONS[part.kind];
  const names = Object.keys(context[field]);
  if (names.includes(part.name)) return undefined;
  return `${contract} has no ${words} "${part.name}". It has ${names.length === 0 ? 'none' : names.join(', ')}.`;
}

const FUNCTION = 'devnet-state-write';
const [A, B] = ['devnet-state-a', 'devnet-state-b'];

/** The types of the definitions are those of the other contract in the end. */
function writerSource(part: StatePart, clarityVersion: number): string {
  switch (part.kind) {
    case 'variable':
      return `(define-data-var ${part.name} bool true)
(define-public (${FUNCTION} (${A} bool)) (ok (var-set ${part.name} ${A})))`;
    case 'map':
      return `(define-map ${part.name} bool bool)
(define-public (${FUNCTION} (${A} bool) (${B} (optional bool)))
  (ok (match ${B} devnet-state-entry (map-set ${part.name} ${A} devnet-state-entry) (map-delete ${part.name} ${A}))))`;
    case 'token':
      return `(define-fungible-token ${part.name})
(define-public (${FUNCTION} (${A} principal) (${B} uint))
  (let ((devnet-state-before (ft-get-balance ${part.name} ${A})))
    (if (> ${B} devnet-state-before) (ft-mint? ${part.name} (- ${B} devnet-state-before) ${A})
      (if (< ${B} devnet-state-before) (ft-burn? ${part.name} (- devnet-state-before ${B}) ${A}) (ok true)))))`;
    case 'asset':
      return `(define-non-fungible-token ${part.name} bool)
(define-public (${FUNCTION} (${A} bool) (${B} (optional principal)))
  (match (nft-get-owner? ${part.name} ${A}) devnet-state-from
    (match ${B} devnet-state-to
      (if (is-eq devnet-state-from devnet-state-to) (ok true) (nft-transfer? ${part.name} ${A} devnet-state-from devnet-state-to))
      (nft-burn? ${part.name} ${A} devnet-state-from))
    (match ${B} devnet-state-to (nft-mint? ${part.name} ${A} devnet-state-to) (ok true))))`;
    case 'stx': {
      const burn = `(stx-burn? ${A} tx-sender)`;
      const asContract =
        clarityVersion < FIRST_WITH_ALLOWANCES ? `(as-contract ${burn})` : `(as-contract? ((with-stx ${A})) (try! ${burn}))`;
      return `(define-public (${FUNCTION} (${A} uint)) ${asContract})`;
    }
  }
}

/** Returns the writer that was made with this source. */
function findWriter({ session }: Machine, source: string): string | undefined {
  return session.contractWith(FEE_SINK, SOURCE, source);
}

/** The SDK stores a snippet with functions as a contract, without a block. */
function makeWriter(machine: Machine, source: string, part: StatePart, target: Context): string | Outcome {
  const made = execute(machine, FEE_SINK, source);
  const writer = findWriter(machine, source);
  if (!made.ok || writer === undefined) return made.ok ? { ok: false, message: 'the writer was not stored' } : made;
  machine.session.setMetadata(writer, CONTRACT, withIdentity(machine.metadata(writer, CONTRACT) ?? '', part, target));
  return writer;
}

type Context = { contract_identifier: unknown; functions: Record<string, { arg_types: unknown[] }> } & Record<
  'meta_data_var' | 'meta_data_map' | 'meta_nft' | 'meta_ft',
  Record<string, Record<string, unknown>>
>;

/** Returns the JSON of the writer's contract with the identity and the definitions of another one. */
function withIdentity(writer: string, part: StatePart, other: Context): string {
  const own = parse(writer);
  const { contract_identifier, meta_data_var, meta_data_map, meta_nft, meta_ft } = other;
  Object.assign(own, { contract_identifier, meta_data_var, meta_data_map, meta_nft, meta_ft });
  const fn = own.functions[FUNCTION];
  if (fn !== undefined) fn.arg_types = argumentTypes(part, other) ?? fn.arg_types;
  return JSON.stringify({ contract_context: own }).replace(SUPPLY, '"total_supply":$1');
}

function argumentTypes(part: StatePart, { meta_data_var, meta_data_map, meta_nft }: Context): unknown[] | undefined {
  if (part.kind === 'variable') return [meta_data_var[part.name]?.['value_type']];
  if (part.kind === 'asset') return [meta_nft[part.name]?.['key_type'], { OptionalType: 'PrincipalType' }];
  if (part.kind !== 'map') return undefined;
  const { key_type, value_type } = meta_data_map[part.name] ?? {};
  return [key_type, { OptionalType: value_type }];
}

/** The largest supply of a token may be longer than a double holds. */
const SUPPLY = /"total_supply":"(\d+)"/g;

function parse(text: string): Context {
  return (parseExactJson(text) as { contract_context: Context }).contract_context;
}
