import {
  AddressHashMode,
  addressFromVersionHash,
  addressToString,
  createMultiSigSpendingCondition,
  createSingleSigSpendingCondition,
  privateKeyToPublic,
  type SpendingConditionOpts,
} from '@stacks/transactions';

/** Keys of one play: the accounts of a group are funded and used by nothing else. */
const KEYS_OF_GROUP = 3;
export const GROUPS = 320;

/** How a transaction is authorised. `-u` has keys without compression. */
export const AUTHS = ['p2pkh', 'p2pkh-u', 'p2wpkh', 'p2sh', 'p2sh-u', 'p2wsh', 'p2sh-n', 'p2wsh-n'] as const;
export type Auth = (typeof AUTHS)[number];

const MODES: Record<Auth, AddressHashMode> = {
  p2pkh: AddressHashMode.P2PKH,
  'p2pkh-u': AddressHashMode.P2PKH,
  p2wpkh: AddressHashMode.P2WPKH,
  p2sh: AddressHashMode.P2SH,
  'p2sh-u': AddressHashMode.P2SH,
  p2wsh: AddressHashMode.P2WSH,
  'p2sh-n': AddressHashMode.P2SHNonSequential,
  'p2wsh-n': AddressHashMode.P2WSHNonSequential,
};
const SIGNATURES = 2;

export type Signer = {
  auth: Auth;
  keys: string[];
  /** Undefined for one key. */
  required: number | undefined;
  address: string;
  condition(nonce: bigint, fee: bigint): SpendingConditionOpts;
};

const keyOf = (number: number): string => number.toString(16).padStart(64, '0');

/** Has money, and deploys the library. */
export const LIBRARIAN = { key: `${keyOf(0x10_0000)}01`, address: signerWith('p2pkh', [`${keyOf(0x10_0000)}01`]).address };

/** Returns the signer of a group: two of its three keys, one of them, or the first in another form. */
export function signerOf(group: number, by: number, auth: Auth): Signer {
  const at = auth === 'p2pkh' ? by % KEYS_OF_GROUP : 0;
  const id = `${group} ${at} ${auth}`;
  const known = signers.get(id);
  if (known !== undefined) return known;
  const suffix = auth.endsWith('-u') ? '' : '01';
  const keys = Array.from({ length: KEYS_OF_GROUP }, (_, at) => keyOf(1 + group * KEYS_OF_GROUP + at) + suffix);
  const made = signerWith(auth, isMultiple(auth) ? keys : [keys[at] as string]);
  signers.set(id, made);
  return made;
}

const signers = new Map<string, Signer>();

function isMultiple(auth: Auth): boolean {
  return auth.startsWith('p2sh') || auth.startsWith('p2wsh');
}

/** Returns the addresses of a group: of each key, then of the other ways to sign. */
export function groupAddresses(group: number): string[] {
  const plain = Array.from({ length: KEYS_OF_GROUP }, (_, by) => signerOf(group, by, 'p2pkh').address);
  const others = (['p2pkh-u', 'p2wpkh', 'p2sh', 'p2sh-u', 'p2wsh'] as const).map((auth) => signerOf(group, 0, auth).address);
  return [...plain, ...others];
}

function signerWith(auth: Auth, keys: string[]): Signer {
  const publicKeys = keys.map((key) => privateKeyToPublic(key) as string);
  const mode = MODES[auth];
  const required = isMultiple(auth) ? SIGNATURES : undefined;
  const condition = (nonce: bigint, fee: bigint) =>
    required === undefined
      ? createSingleSigSpendingCondition(mode as AddressHashMode.P2PKH, publicKeys[0] as string, nonce, fee)
      : createMultiSigSpendingCondition(mode as AddressHashMode.P2SH, required, publicKeys, nonce, fee);
  const version = mode === AddressHashMode.P2PKH ? 26 : 21;
  return { auth, keys, required, address: addressToString(addressFromVersionHash(version, condition(0n, 0n).signer)), condition };
}
