import { type Place, problem } from '../../clarinet/problem.js';
import type { PlanTransaction, Remap } from '../types.js';
import {
  readAccount,
  readAmount,
  readClarityVersion,
  readContractId,
  readContractName,
  readCost,
  readMemo,
  readMethod,
  readRecipient,
  requiredText,
} from './fields.js';
import { unknownKey } from './unknown-key.js';
import type { YamlMap } from './yaml.js';

/** Which network a plan is for. Only plans for `simnet` have transactions of the emulated kinds. */
export type PlanNetwork = 'devnet' | 'simnet';

const PUBLISH = ['cost', 'path', 'clarity-version'];
/** The keys of each kind. */
const KINDS = {
  'contract-publish': ['contract-name', 'expected-sender', ...PUBLISH, 'anchor-block-only'],
  'requirement-publish': ['contract-id', 'remap-sender', 'remap-principals', ...PUBLISH],
  'contract-call': ['contract-id', 'expected-sender', 'method', 'parameters', 'cost', 'anchor-block-only'],
  'stx-transfer': ['expected-sender', 'recipient', 'mstx-amount', 'memo', 'cost', 'anchor-block-only'],
  'btc-transfer': ['expected-sender', 'recipient', 'sats-amount', 'sats-per-byte'],
  'emulated-contract-publish': ['contract-name', 'emulated-sender', 'path', 'clarity-version'],
  'emulated-contract-call': ['contract-id', 'emulated-sender', 'method', 'parameters'],
} as const satisfies Record<string, readonly string[]>;
type Kind = keyof typeof KINDS;

const TYPE = 'transaction-type';
const EMULATED = 'emulated-';

/**
 * Reads a transaction in any of its spellings: with a field `transaction-type`, as a mapping with the kind as its only key, or with the
 * kind as a YAML tag.
 * @throws DevnetError INVALID_INPUT naming file, line and key
 */
export function readTransaction(entry: YamlMap, network: PlanNetwork): PlanTransaction {
  const { kind, fields } = spelling(entry);
  if (network === 'devnet' && kind.startsWith(EMULATED)) {
    const real = kind.slice(EMULATED.length);
    throw problem(
      fields.place(),
      TYPE,
      `a transaction of a devnet, for example ${real}`,
      kind,
      `Only plans with "network: simnet" have ${kind}.`,
    );
  }
  for (const name of fields.names) if (name !== TYPE && !isKey(kind, name)) throw unknownKey(fields, name, kind, KINDS[kind]);
  const place = { place: entry.place(), placeOf: fields.place };
  const sender = (key: string) => ({ ...place, sender: readAccount(fields, key), cost: readCost(fields) });
  switch (kind) {
    case 'contract-publish':
    case 'emulated-contract-publish':
      return { type: 'contract-publish', ...sender(senderKey(kind)), name: readContractName(fields), ...publish(fields) };
    case 'requirement-publish':
      return {
        type: 'requirement-publish',
        ...sender('remap-sender'),
        contractId: readContractId(fields),
        remaps: readRemaps(fields),
        ...publish(fields),
      };
    case 'contract-call':
    case 'emulated-contract-call':
      return {
        type: 'contract-call',
        ...sender(senderKey(kind)),
        contractId: readContractId(fields),
        method: readMethod(fields),
        parameters: fields.texts('parameters', 'a list of Clarity values as text').map(({ text }) => text),
      };
    case 'stx-transfer':
      return {
        type: 'stx-transfer',
        ...sender('expected-sender'),
        recipient: readRecipient(fields),
        amount: readAmount(fields, 'mstx-amount', 'micro-STX'),
        memo: readMemo(fields),
      };
    case 'btc-transfer':
      return {
        type: 'btc-transfer',
        ...place,
        sender: requiredText(fields, 'expected-sender', 'the Bitcoin address of an account'),
        recipient: requiredText(fields, 'recipient', 'a Bitcoin regtest address'),
        amount: readAmount(fields, 'sats-amount', 'sats'),
        satsPerByte: readAmount(fields, 'sats-per-byte', 'sats'),
      };
  }
}

function spelling(entry: YamlMap): { kind: Kind; fields: YamlMap } {
  if (entry.tag?.startsWith('!') === true) return { kind: kindOf(entry.tag.slice(1), entry.place()), fields: entry };
  const named = entry.text(TYPE, 'the kind of the transaction');
  if (named !== undefined) return { kind: kindOf(named, entry.place(TYPE)), fields: entry };
  const [name = '', ...others] = entry.names;
  if (others.length > 0 || name === '') {
    throw problem(entry.place(), TYPE, 'the kind of the transaction', undefined, `Add "${TYPE}: contract-call" or another kind.`);
  }
  const kind = kindOf(name, entry.place(name));
  const fields = entry.map(name);
  if (fields === undefined) throw entry.problem(name, `a mapping with the fields of ${kind}`);
  return { kind, fields };
}

function kindOf(name: string, place: Place): Kind {
  if (Object.hasOwn(KINDS, name)) return name as Kind;
  throw problem(place, TYPE, `one of ${Object.keys(KINDS).join(', ')}`, name);
}

function isKey(kind: Kind, name: string): boolean {
  return KINDS[kind].some((key) => key === name);
}

function senderKey(kind: Kind): string {
  return kind.startsWith(EMULATED) ? 'emulated-sender' : 'expected-sender';
}

function publish(fields: YamlMap): { path: string; clarityVersion: number | undefined } {
  const path = requiredText(fields, 'path', 'the path of a Clarity file from the root of the project');
  return { path: path.replaceAll('\\', '/').replace(/^\.\//, ''), clarityVersion: readClarityVersion(fields) };
}

function readRemaps(fields: YamlMap): Remap[] {
  const remaps = fields.map('remap-principals');
  if (remaps === undefined) return [];
  return remaps.names.map((from) => ({ from, to: readAccount(remaps, from) }));
}
