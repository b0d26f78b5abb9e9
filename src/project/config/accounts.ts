import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { hidden } from '../../base/show-value.js';
import { unknownName } from '../../base/unknown-name.js';
import { type Amount, amount } from './amounts.js';
import type { Kind, Place } from './value-type.js';

/** An account with a name. */
export type NamedAccount = {
  /** BIP39 words. */
  mnemonic: string;
  /** The BIP32 path of its key. */
  derivation: string;
  /** Micro-STX at genesis; undefined for what other accounts have. */
  balance?: bigint | undefined;
  /** Sats of sBTC at genesis; undefined for what other accounts have. */
  sbtcBalance?: bigint | undefined;
};

/** A {@link NamedAccount} as users write it. */
export type NamedAccountInput = {
  /** 12, 15, 18, 21 or 24 BIP39 words. */
  mnemonic: string;
  /** The BIP32 path of its key. @default m/44'/5757'/0'/0/0 */
  derivation?: string | undefined;
  /** Micro-STX at genesis. @default 100 million STX */
  balance?: Amount | undefined;
  /** Sats of sBTC at genesis. @default 10 sBTC */
  sbtcBalance?: Amount | undefined;
};

const fields = ['mnemonic', 'derivation', 'balance', 'sbtcBalance'] as const;
const defaultDerivation = "m/44'/5757'/0'/0/0";
const words = /^(?:[a-z]+ ){11}(?:(?:[a-z]+ ){3}){0,4}[a-z]+$/;
const mostAccounts = 100;

/** Accounts by name: an object, in code and files only. */
export const namedAccounts: Kind<Record<string, NamedAccount>, Readonly<Record<string, NamedAccountInput>>> = {
  expected: `1 to ${mostAccounts} accounts {mnemonic, derivation?, balance?, sbtcBalance?} by name`,
  placeholder: 'accounts',
  read(value, place) {
    const { expected } = namedAccounts;
    if (!isRecord(value) || Object.keys(value).length === 0 || Object.keys(value).length > mostAccounts)
      throw invalid(place.field, expected, value);
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        checkName(name, place),
        readAccount(entry, { ...place, field: `${place.field}.${name}` }),
      ]),
    );
  },
  readText(text, { field }) {
    throw invalid(field, 'an object in devnet.config.{ts,js,mjs,json}', text);
  },
};

function checkName(name: string, { field }: Place): string {
  if (/^[A-Za-z_][\w-]*$/.test(name)) return name;
  throw invalid(field, 'names of letters, digits, - and _ that do not begin with a digit', name);
}

function readAccount(value: unknown, place: Place): NamedAccount {
  const { field } = place;
  if (!isRecord(value)) throw invalid(field, 'an object {mnemonic, derivation?, balance?, sbtcBalance?}', hidden(value));
  const unknown = Object.keys(value).find((name) => !fields.some((known) => known === name));
  if (unknown !== undefined) {
    const known = fields.map((name) => `${field}.${name}`);
    throw unknownName(`${field}.${unknown}`, 'key', known, `The keys are ${fields.join(', ')}.`);
  }
  const { mnemonic, derivation = defaultDerivation, balance, sbtcBalance } = value;
  if (typeof mnemonic !== 'string' || !words.test(mnemonic)) {
    throw invalid(`${field}.mnemonic`, '12, 15, 18, 21 or 24 BIP39 words', hidden(mnemonic));
  }
  if (typeof derivation !== 'string' || !isDerivation(derivation)) {
    throw invalid(`${field}.derivation`, `a BIP32 path such as ${defaultDerivation}`, derivation);
  }
  const units = (name: 'balance' | 'sbtcBalance', given: unknown) =>
    given === undefined ? {} : { [name]: amount.read(given, { ...place, field: `${field}.${name}` }) };
  return { mnemonic, derivation, ...units('balance', balance), ...units('sbtcBalance', sbtcBalance) };
}

/** Whether it is a path, and every number of it fits into 31 bits. */
function isDerivation(path: string): boolean {
  return /^m(?:\/\d{1,10}'?)+$/.test(path) && path.split('/').every((part) => part === 'm' || Number.parseInt(part, 10) < 2 ** 31);
}
