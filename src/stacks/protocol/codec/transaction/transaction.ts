import { ADDRESS_VERSION, type Address, encodeAddress, serialize, serializedHex, type Value } from '../../../../clarity/values.js';
import { CodecError, malformed } from '../error.js';
import { sha512_256 } from '../hash.js';
import { ByteReader } from '../reader.js';
import { readValue } from '../value.js';
import { type CalledFunction, type Payload, readCalledFunction, readPayload } from './payload.js';
import { type PostCondition, readPostCondition } from './post-condition.js';
import { HASH_MODE, readSpendingCondition, type SpendingCondition } from './spending-condition.js';

/** A decoded transaction (SIP-005). `raw` is its canonical serialization, of which `txid` (no 0x) is the hash. */
export type Transaction = {
  raw: Buffer;
  txid: string;
  mainnet: boolean;
  chainId: number;
  origin: SpendingCondition;
  /** Pays the fee instead of the origin. */
  sponsor: SpendingCondition | undefined;
  anchorMode: 'on-chain' | 'off-chain' | 'any';
  postConditionMode: 'allow' | 'deny' | 'originator';
  postConditions: PostCondition[];
  payload: Payload;
  /** Where in `raw` the signatures end. */
  authEnd: number;
  /** Of origin and payer, worked out once: each takes two hashes, and everything asks for them. */
  addresses: { origin: string; payer: string };
};

const MAX_TRANSACTION_LENGTH = 2 * 1024 * 1024;
const AUTH = { standard: 4, sponsored: 5 } as const;
const ANCHOR_MODES: Record<number, Transaction['anchorMode']> = { 1: 'on-chain', 2: 'off-chain', 3: 'any' };
const POST_CONDITION_MODES: Record<number, Transaction['postConditionMode']> = { 1: 'allow', 2: 'deny', 3: 'originator' };

/**
 * Reads a transaction strictly as stacks-core does. What follows it in `bytes` is ignored, as the node's RPC ignores it.
 * @throws CodecError
 */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const reader = new ByteReader(bytes.subarray(0, MAX_TRANSACTION_LENGTH));
  const replaced: { start: number; end: number; bytes: Buffer }[] = [];
  const readCanonical = (): { value: Value; hex: string } => {
    const start = reader.offset;
    const value = readValueOrExplain(reader);
    const bytes = serialize(value);
    const canonical = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    // tuples may come with their fields in any order; the node keeps them sorted, and so hashes other bytes
    if (!canonical.equals(reader.since(start))) replaced.push({ start, end: reader.offset, bytes: canonical });
    return { value, hex: canonical.toString('hex') };
  };

  // the node reads all fields before it judges the one-byte ones
  const { mainnet, chainId, origin, sponsor, authEnd, anchorByte, postConditionByte, postConditions } = readHead(reader, readCanonical);
  const payload = readPayload(reader, readCanonical);

  const anchorMode = ANCHOR_MODES[anchorByte];
  if (anchorMode === undefined) throw malformed(`Failed to parse transaction: invalid anchor mode ${anchorByte}`);
  if (anchorMode !== 'on-chain' && (payload.type === 'poison' || payload.type === 'coinbase')) {
    throw malformed(`Failed to parse transaction: invalid anchor mode for ${payload.type === 'poison' ? 'PoisonMicroblock' : 'Coinbase'}`);
  }
  const postConditionMode = POST_CONDITION_MODES[postConditionByte];
  if (postConditionMode === undefined) throw malformed(`Failed to parse transaction: invalid post-condition mode ${postConditionByte}`);

  const raw = Buffer.from(splice(reader.since(0), replaced));
  raw[0] = mainnet ? 0x00 : 0x80;
  const originText = encodeAddress(conditionAddress(origin, mainnet));
  const payerText = sponsor === undefined ? originText : encodeAddress(conditionAddress(sponsor, mainnet));
  return {
    raw,
    txid: sha512_256(raw).toString('hex'),
    mainnet,
    chainId,
    origin,
    sponsor,
    anchorMode,
    postConditionMode,
    postConditions,
    payload,
    authEnd,
    addresses: { origin: originText, payer: payerText },
  };
}

/**
 * Returns which function a transaction calls, undefined if it calls none. Quicker than `decodeTransaction`: it hashes nothing, and
 * reads neither arguments nor a coinbase's proof.
 * @throws CodecError if what comes before the payload is wrong
 */
export function calledFunction(bytes: Uint8Array): CalledFunction | undefined {
  const reader = new ByteReader(bytes);
  readHead(reader, () => ({ hex: serializedHex(readValueOrExplain(reader)) }));
  return readCalledFunction(reader);
}

/** Reads all that comes before the payload. */
function readHead(reader: ByteReader, readCanonical: () => { hex: string }) {
  const mainnet = (reader.u8() & 0x80) === 0;
  const chainId = reader.u32();
  const authType = reader.u8();
  if (authType !== AUTH.standard && authType !== AUTH.sponsored) {
    throw malformed(`Failed to parse transaction authorization: unrecognized auth flags ${authType}`);
  }
  const origin = readSpendingCondition(reader);
  const sponsor = authType === AUTH.sponsored ? readSpendingCondition(reader) : undefined;
  const authEnd = reader.offset;
  const anchorByte = reader.u8();
  const postConditionByte = reader.u8();
  const count = reader.count(192);
  const postConditions: PostCondition[] = [];
  for (let i = 0; i < count; i++) postConditions.push(readPostCondition(reader, () => readCanonical().hex));
  return { mainnet, chainId, origin, sponsor, authEnd, anchorByte, postConditionByte, postConditions };
}

/** Returns the sender: the address of the origin's keys on the transaction's own network. */
export function originAddress({ addresses }: Transaction): string {
  return addresses.origin;
}

/** Returns the address that pays the fee. */
export function payerAddress({ addresses }: Transaction): string {
  return addresses.payer;
}

/** The same as version and hash. */
export function originAccount({ origin, mainnet }: Transaction): Address {
  return conditionAddress(origin, mainnet);
}

export function payerAccount({ origin, sponsor, mainnet }: Transaction): Address {
  return conditionAddress(sponsor ?? origin, mainnet);
}

/** Returns the payer's fee in micro-STX. */
export function transactionFee(transaction: Transaction): bigint {
  return (transaction.sponsor ?? transaction.origin).fee;
}

function conditionAddress({ hashMode, signer }: SpendingCondition, mainnet: boolean): Address {
  const single = hashMode === HASH_MODE.p2pkh;
  const { mainnetSingle, mainnetMulti, testnetSingle, testnetMulti } = ADDRESS_VERSION;
  return { version: mainnet ? (single ? mainnetSingle : mainnetMulti) : single ? testnetSingle : testnetMulti, hash: signer };
}

function splice(bytes: Buffer, replaced: { start: number; end: number; bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const part of replaced) {
    parts.push(bytes.subarray(from, part.start), part.bytes);
    from = part.end;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
}

function readValueOrExplain(reader: ByteReader): Value {
  try {
    return readValue(reader);
  } catch (error) {
    throw error instanceof CodecError && error.kind === 'invalid' ? malformed(`Failed to decode clarity value: ${error.message}`) : error;
  }
}
