import {
  AsciiValue,
  findPrincipal,
  NONE,
  parseValueHex,
  serializedHex,
  someOf,
  tupleOfEntries,
  UIntValue,
  type Value,
} from '../clarity/values.js';
import type { Transaction } from './protocol/codec/transaction/transaction.js';
import { callPayload } from './protocol/signing/call.js';
import { type SignedTransaction, signTransaction } from './protocol/signing/sign.js';

/** A change of the state that no contract allows. Amounts are in base units, Clarity values are serialized hex without 0x. */
export type StateChange =
  /** What a principal can spend, in micro-STX; locked amounts stay. */
  | { type: 'stx-balance'; principal: string; amount: bigint }
  | { type: 'ft-balance'; contract: string; token: string; principal: string; amount: bigint }
  /** Without an owner, the asset does not exist any more. */
  | { type: 'nft-owner'; contract: string; token: string; id: string; owner: string | undefined }
  | { type: 'data-var'; contract: string; name: string; value: string }
  /** Without an entry, what the key had is deleted. */
  | { type: 'map-entry'; contract: string; map: string; key: string; entry: string | undefined }
  | { type: 'nonce'; principal: string; nonce: bigint };

/** The contract that a change calls. It is on no chain: only a node that knows these changes executes them. */
const CONTRACT = 'devnet-state';

/** How a field of a change is an argument of the call. */
type Codec = { write(field: never): Value; read(value: Value): unknown };

const PRINCIPAL: Codec = {
  write(text: string) {
    const value = findPrincipal(text);
    if (value === undefined) throw new RangeError(`not a principal: ${text}`);
    return value;
  },
  read: (value) => (value.kind === 'principal' ? value.text : undefined),
};
const UINT: Codec = {
  write: (value: bigint) => new UIntValue(value),
  read: (value) => (value.kind === 'uint' ? value.value : undefined),
};
const NAME: Codec = {
  write: (text: string) => new AsciiValue(text),
  read: (value) => (value.kind === 'ascii' ? value.text : undefined),
};
const VALUE: Codec = {
  write(hex: string) {
    const value = parseValueHex(hex);
    if (value === undefined) throw new RangeError(`not a Clarity value: ${hex}`);
    return value;
  },
  read: serializedHex,
};

function optional(codec: Codec): Codec {
  return {
    write: (field: undefined) => (field === undefined ? NONE : someOf(codec.write(field))),
    read: (value) => (value.kind === 'optional' && value.value !== undefined ? codec.read(value.value) : undefined),
  };
}

/** The arguments of each function, in order. */
const ARGUMENTS: Readonly<Record<StateChange['type'], Readonly<Record<string, Codec>>>> = {
  'stx-balance': { principal: PRINCIPAL, amount: UINT },
  'ft-balance': { contract: PRINCIPAL, token: NAME, principal: PRINCIPAL, amount: UINT },
  'nft-owner': { contract: PRINCIPAL, token: NAME, id: VALUE, owner: optional(PRINCIPAL) },
  'data-var': { contract: PRINCIPAL, name: NAME, value: VALUE },
  'map-entry': { contract: PRINCIPAL, map: NAME, key: VALUE, entry: optional(VALUE) },
  nonce: { principal: PRINCIPAL, nonce: UINT },
};

/** The function that a change calls. */
const PREFIX = 'set-';

/**
 * Makes the transaction of a change: a call of the boot address, without a signature.
 * @param options.nonce of the boot address
 */
export function stateTransaction(
  change: StateChange,
  { bootAddress, nonce, chainId }: { bootAddress: string; nonce: number; chainId: number },
): Promise<SignedTransaction> {
  const args = argumentsOf(change).map(([, value]) => value);
  const payload = callPayload({ contract: `${bootAddress}.${CONTRACT}`, fn: `${PREFIX}${change.type}`, args });
  return signTransaction(payload, { mode: 'allow' }, { privateKey: { address: bootAddress }, nonce, fee: 0n, chainId });
}

/** Returns what the contract prints of a change: its function and arguments, as a tuple. */
export function printOf(change: StateChange): { contract: string; value: Value } {
  const topic = new AsciiValue(`${PREFIX}${change.type}`);
  return { contract: CONTRACT, value: tupleOfEntries([...argumentsOf(change), ['topic', topic]]) };
}

function argumentsOf(change: StateChange): [name: string, value: Value][] {
  const fields = change as Record<string, unknown>;
  return Object.entries(ARGUMENTS[change.type]).map(([name, codec]) => [name, codec.write(fields[name] as never)]);
}

/** Returns the change that a transaction makes; undefined for any other transaction. */
export function readStateChange({ payload, origin }: Transaction): StateChange | undefined {
  if (payload.type !== 'call' || payload.contract !== CONTRACT || !isZero(payload.address.hash) || !isZero(origin.signer)) return undefined;
  const found = Object.entries(ARGUMENTS).find(([type]) => payload.fn === `${PREFIX}${type}`);
  if (found === undefined) return undefined;
  const [type, codecs] = found;
  const fields = Object.entries(codecs).map(([name, { read }], i) => [name, read(payload.args[i] ?? NONE)] as const);
  // Only what has no value may be undefined.
  const isWhole = fields.every(([, field], i) => field !== undefined || isNone(payload.args[i]));
  return isWhole && fields.length === payload.args.length ? ({ type, ...Object.fromEntries(fields) } as StateChange) : undefined;
}

function isNone(value: Value | undefined): boolean {
  return value?.kind === 'optional' && value.value === undefined;
}

/** Whether this is the hash of the boot address: nobody has its key. */
function isZero(hash: Uint8Array): boolean {
  return hash.every((byte) => byte === 0);
}
