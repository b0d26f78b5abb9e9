import { type Address, deserializePrincipal, type PrincipalValue, SerializationFailure, type Value } from '../../../../clarity/values.js';
import { malformed } from '../error.js';
import { readAddress, readClarityName, readContractName } from '../names.js';
import type { ByteReader } from '../reader.js';
import { decodeUtf8 } from '../utf8.js';

import { isVrfProof } from './vrf-proof.js';

/** What a transaction does (SIP-005, with the additions of SIP-015 and SIP-021). */
export type Payload =
  /** `memo` is all 34 bytes. */
  | { type: 'transfer'; recipient: PrincipalValue; amount: bigint; memo: Buffer }
  | ({ type: 'call'; args: Value[] /** Canonical, hex. */; rawArgs: string[] } & CalledFunction)
  | { type: 'deploy'; name: string; source: string; clarityVersion: number | undefined }
  | { type: 'poison'; headers: [MicroblockHeader, MicroblockHeader] }
  /** Only Nakamoto has a `proof`. */
  | { type: 'coinbase'; data: Buffer; recipient: PrincipalValue | undefined; proof: Buffer | undefined }
  | { type: 'tenure-change'; change: TenureChange };

export type CalledFunction = { address: Address; contract: string; fn: string };

type MicroblockHeader = { version: number; sequence: number; previous: Buffer; merkleRoot: Buffer; signature: Buffer; raw: Buffer };

type TenureChange = {
  tenureConsensusHash: Buffer;
  previousTenureConsensusHash: Buffer;
  burnViewConsensusHash: Buffer;
  previousTenureEnd: Buffer;
  previousTenureBlocks: number;
  /** 0 is a block found, 1 an extension; the others extend one dimension (SIP-034). */
  cause: number;
  publicKeyHash: Buffer;
};

const PAYLOAD = {
  transfer: 0,
  deploy: 1,
  call: 2,
  poison: 3,
  coinbase: 4,
  coinbaseToRecipient: 5,
  versionedDeploy: 6,
  tenureChange: 7,
  nakamotoCoinbase: 8,
} as const;
const VRF_PROOF_LENGTH = 80;
const NEWEST_CLARITY = 6;

/** Reads a Clarity value and returns it with its canonical serialization. */
export type ReadValue = () => { value: Value; hex: string };

/** @throws CodecError */
export function readPayload(reader: ByteReader, readValue: ReadValue): Payload {
  const id = reader.u8();
  switch (id) {
    case PAYLOAD.transfer:
      return { type: 'transfer', recipient: readRecipient(reader), amount: reader.u64(), memo: reader.bytes(34) };
    case PAYLOAD.call:
      return readCall(reader, readValue);
    case PAYLOAD.deploy:
      return readDeploy(reader, undefined);
    case PAYLOAD.versionedDeploy: {
      const version = reader.u8();
      if (version < 1 || version > NEWEST_CLARITY) throw malformed(`Unrecognized ClarityVersion byte ${version}`);
      return readDeploy(reader, version);
    }
    case PAYLOAD.poison:
      return readPoison(reader);
    case PAYLOAD.coinbase:
      return { type: 'coinbase', data: reader.bytes(32), recipient: undefined, proof: undefined };
    case PAYLOAD.coinbaseToRecipient: {
      const data = reader.bytes(32);
      const { value } = readValue();
      if (value.kind !== 'principal') {
        throw malformed('Failed to parse coinbase transaction -- did not receive a recipient principal value');
      }
      return { type: 'coinbase', data, recipient: value, proof: undefined };
    }
    case PAYLOAD.nakamotoCoinbase: {
      const data = reader.bytes(32);
      const { value } = readValue();
      if (value.kind !== 'optional') {
        throw malformed('Failed to parse nakamoto coinbase transaction -- did not receive an optional recipient principal value');
      }
      const recipient = value.value?.kind === 'principal' ? value.value : undefined;
      const proof = reader.bytes(VRF_PROOF_LENGTH);
      if (!isVrfProof(proof)) throw malformed('Failed to parse VRF proof');
      return { type: 'coinbase', data, recipient, proof };
    }
    case PAYLOAD.tenureChange:
      return { type: 'tenure-change', change: readTenureChange(reader) };
    default:
      throw malformed(`Failed to parse transaction -- unknown payload ID ${id}`);
  }
}

/** A transfer's recipient is a bare principal; the node reports all that is wrong with it, missing bytes too, in one way. */
function readRecipient(reader: ByteReader): PrincipalValue {
  try {
    const { value, length } = deserializePrincipal(reader.rest);
    reader.bytes(length);
    return value;
  } catch (error) {
    if (!(error instanceof SerializationFailure)) throw error;
    if (error.kind === 'eof') throw malformed(`Serialization error caused by IO: ${error.message}`);
    throw malformed(error.isUnexpected ? error.message : `Deserialization failure: ${error.message}`);
  }
}

/** Reads which function a payload calls, without its arguments. @returns undefined if the payload is no call @throws CodecError */
export function readCalledFunction(reader: ByteReader): CalledFunction | undefined {
  return reader.u8() === PAYLOAD.call ? readFunction(reader) : undefined;
}

function readFunction(reader: ByteReader): CalledFunction {
  return { address: readAddress(reader), contract: readContractName(reader), fn: readClarityName(reader) };
}

function readCall(reader: ByteReader, readValue: ReadValue): Payload {
  const called = readFunction(reader);
  const count = reader.count(64);
  const args: Value[] = [];
  const rawArgs: string[] = [];
  for (let i = 0; i < count; i++) {
    const { value, hex } = readValue();
    args.push(value);
    rawArgs.push(hex);
  }
  return { type: 'call', ...called, args, rawArgs };
}

function readDeploy(reader: ByteReader, clarityVersion: number | undefined): Payload {
  const name = readContractName(reader);
  const bytes = reader.bytes(reader.count(1));
  const source = decodeUtf8(bytes);
  if (source === undefined) throw malformed('Invalid Stacks string: could not build from utf8');
  if (!bytes.every((byte) => (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a)) {
    throw malformed('Invalid Stacks string: non-printable or non-ASCII string');
  }
  return { type: 'deploy', name, source, clarityVersion };
}

function readPoison(reader: ByteReader): Payload {
  const headers: [MicroblockHeader, MicroblockHeader] = [readMicroblockHeader(reader), readMicroblockHeader(reader)];
  const [a, b] = headers;
  if (a.raw.equals(b.raw)) throw malformed('Failed to parse transaction -- microblock headers match');
  if (a.sequence !== b.sequence && !a.previous.equals(b.previous)) {
    throw malformed('Failed to parse transaction -- microblock headers do not identify a fork');
  }
  return { type: 'poison', headers };
}

function readMicroblockHeader(reader: ByteReader): MicroblockHeader {
  const start = reader.offset;
  const header = {
    version: reader.u8(),
    sequence: reader.u16(),
    previous: reader.bytes(32),
    merkleRoot: reader.bytes(32),
    signature: reader.bytes(65),
  };
  if ((header.signature[0] ?? 4) > 3) throw malformed('Failed to parse signature');
  return { ...header, raw: reader.since(start) };
}

function readTenureChange(reader: ByteReader): TenureChange {
  const head = {
    tenureConsensusHash: reader.bytes(20),
    previousTenureConsensusHash: reader.bytes(20),
    burnViewConsensusHash: reader.bytes(20),
    previousTenureEnd: reader.bytes(32),
    previousTenureBlocks: reader.u32(),
  };
  const cause = reader.u8();
  if (cause > 6) throw malformed(`Unknown cause byte in TenureChange payload: ${cause}`);
  return { ...head, cause, publicKeyHash: reader.bytes(20) };
}
