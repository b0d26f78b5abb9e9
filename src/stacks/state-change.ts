import { formatPrincipal, parsePrincipal } from './protocol/codec/principal.js';
import type { Transaction } from './protocol/codec/transaction/transaction.js';
import type { ClarityValue } from './protocol/codec/value/value.js';
import { parseValueHex } from './protocol/codec/value/value-reader.js';
import { writeValue } from './protocol/codec/value/value-writer.js';
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
type Codec = { write(field: never): ClarityValue; read(value: ClarityValue): unknown };

const PRINCIPAL: Codec = {
  write(text: string) {
    const value = parsePrincipal(text);
    if (value === undefined) throw new RangeError(`not a principal: ${text}`);
    return { type: 'principal', value };
  },
  read: (value) => (value.type === 'principal' ? formatPrincipal(value.value) : undefined),
};
const UINT: Codec = {
  write: (value: bigint) => ({ type: 'uint', value }),
  read: (value) => (value.type === 'uint' ? value.value : undefined),
};
const NAME: Codec = {
  write: (text: string) => ({ type: 'string-ascii', value: Buffer.from(text, 'latin1') }),
  read: (value) => (value.type === 'string-ascii' ? Buffer.from(value.value).toString('latin1') : undefined),
};
const VALUE: Codec = {
  write(hex: string) {
    const value = parseValueHex(hex);
    if (value === undefined) throw new RangeError(`not a Clarity value: ${hex}`);
    return value;
  },
  read: (value) => writeValue(value).toString('hex'),
};

function optional(codec: Codec): Codec {
  return {
    write: (field: undefined) => (field === undefined ? { type: 'none' } : { type: 'some', value: codec.write(field) }),
    read: (value) => (value.type === 'some' ? codec.read(value.value) : undefined),
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

const NONE: ClarityValue = { type: 'none' };

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
export function printOf(change: StateChange): { contract: string; value: ClarityValue } {
  const topic: ClarityValue = { type: 'string-ascii', value: Buffer.from(`${PREFIX}${change.type}`, 'latin1') };
  const fields = [...argumentsOf(change), ['topic', topic] as const].sort(([a], [b]) => (a < b ? -1 : 1));
  return { contract: CONTRACT, value: { type: 'tuple', fields: fields.map(([name, value]) => [name, value]) } };
}

function argumentsOf(change: StateChange): [name: string, value: ClarityValue][] {
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
  const isWhole = fields.every(([, field], i) => field !== undefined || payload.args[i]?.type === 'none');
  return isWhole && fields.length === payload.args.length ? ({ type, ...Object.fromEntries(fields) } as StateChange) : undefined;
}

/** Whether this is the hash of the boot address: nobody has its key. */
function isZero(hash: Uint8Array): boolean {
  return hash.every((byte) => byte === 0);
}
