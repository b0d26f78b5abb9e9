import { adviceOf } from '../../../base/advice.js';
import { DevnetError } from '../../../base/error.js';
import { isClarityName, isDeployableName } from '../../../clarity/name-syntax.js';
import { findPrincipal } from '../../../clarity/values.js';
import { checkTestnetPrincipal } from '../../../stacks/principal.js';
import { NEWEST_CLARITY } from '../../clarinet/epochs.js';
import type { YamlMap } from './yaml.js';

/** The largest amount of a transfer. */
const MAX_AMOUNT = 2n ** 64n - 1n;
const MEMO_LENGTH = 34;

/** Returns the text of a key that must be there. @throws DevnetError INVALID_INPUT */
export function requiredText(fields: YamlMap, key: string, expected: string): string {
  const text = fields.text(key, expected);
  if (text === undefined || text === '') throw fields.problem(key, expected, `Add "${key}: …".`);
  return text;
}

export function readContractName(fields: YamlMap): string {
  const expected = 'the name of a contract: 1 to 40 letters, digits, - or _, a letter first';
  const name = requiredText(fields, 'contract-name', expected);
  if (!isDeployableName(name)) throw fields.problem('contract-name', expected);
  return name;
}

/** Reads the id of a contract of any network. */
export function readContractId(fields: YamlMap): string {
  const expected = 'the principal of a contract (ST….name)';
  const id = requiredText(fields, 'contract-id', expected);
  const principal = findPrincipal(id);
  if (principal?.name === undefined || principal.text !== id) {
    throw fields.problem('contract-id', expected, 'The address or the name is cut off or mistyped.');
  }
  return id;
}

export function readMethod(fields: YamlMap): string {
  const expected = 'the name of a public function';
  const method = requiredText(fields, 'method', expected);
  if (!isClarityName(method)) throw fields.problem('method', expected);
  return method;
}

/** Reads an account of any network. @param key for example `expected-sender` */
export function readAccount(fields: YamlMap, key: string): string {
  const expected = 'the Stacks address of an account';
  const text = requiredText(fields, key, expected);
  const principal = findPrincipal(text);
  if (principal === undefined || principal.name !== undefined || principal.text !== text) {
    throw fields.problem(key, expected, 'The address is cut off or mistyped.');
  }
  return text;
}

/** Reads an account or contract of a test network. */
export function readRecipient(fields: YamlMap): string {
  const text = requiredText(fields, 'recipient', 'a Stacks address or contract');
  try {
    checkTestnetPrincipal(text, 'recipient');
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error;
    throw fields.problem('recipient', error.expected ?? 'a Stacks address or contract', adviceOf(error));
  }
  return text;
}

/** Reads a whole number from 1 on. */
export function readAmount(fields: YamlMap, key: string, unit: string): bigint {
  const expected = `a whole number of ${unit} from 1 to 2^64 − 1`;
  const amount = wholeNumber(requiredText(fields, key, expected));
  if (amount === undefined || amount === 0n || amount > MAX_AMOUNT) throw fields.problem(key, expected);
  return amount;
}

/** Reads the fee. */
export function readCost(fields: YamlMap): bigint | undefined {
  const expected = 'a fee in micro-STX';
  const text = fields.text('cost', expected);
  if (text === undefined) return undefined;
  const cost = wholeNumber(text);
  if (cost === undefined || cost > MAX_AMOUNT) throw fields.problem('cost', expected);
  return cost;
}

export function readClarityVersion(fields: YamlMap): number | undefined {
  const expected = `a Clarity version from 1 to ${NEWEST_CLARITY}`;
  const text = fields.text('clarity-version', expected);
  if (text === undefined) return undefined;
  const version = Number(wholeNumber(text) ?? 0n);
  if (version < 1 || version > NEWEST_CLARITY) throw fields.problem('clarity-version', expected);
  return version;
}

export function readMemo(fields: YamlMap): Uint8Array {
  const expected = `0x and at most ${MEMO_LENGTH} bytes of hex`;
  const text = fields.text('memo', expected) ?? '';
  if (text === '') return new Uint8Array(0);
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) throw fields.problem('memo', expected);
  const memo = Buffer.from(text.slice(2), 'hex');
  // Clarinet pads memos with zeros.
  if (memo.length > MEMO_LENGTH) throw fields.problem('memo', expected);
  return memo;
}

function wholeNumber(text: string): bigint | undefined {
  return /^\d+$/.test(text) ? BigInt(text) : undefined;
}
