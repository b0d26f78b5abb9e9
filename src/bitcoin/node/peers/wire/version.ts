import { createReader } from '../../../protocol/codec/reader.js';
import { createWriter, type Writer } from '../../../protocol/codec/writer.js';

/** The version of the protocol, as Core's: it has wtxidrelay and sendaddrv2. */
export const PROTOCOL_VERSION = 70_016;
/** Core's `MIN_PEER_PROTO_VERSION`: older peers lack `getheaders`. */
export const MIN_PEER_VERSION = 31_800;
/** The versions of the protocol from which peers know a message. */
export const SINCE = { pingNonce: 60_001, sendHeaders: 70_012, feeFilter: 70_013, wtxidRelay: 70_016, sendAddrV2: 70_016 } as const;

/** The bits of `services`. */
export const SERVICE = { NETWORK: 1n, WITNESS: 8n, NETWORK_LIMITED: 1024n } as const;
/** What this node serves: all blocks, with witnesses. */
export const OWN_SERVICES = SERVICE.NETWORK | SERVICE.WITNESS | SERVICE.NETWORK_LIMITED;

/** Core's `MAX_SUBVERSION_LENGTH`. */
const MAX_USER_AGENT = 256;

/** The message `version`. `time` in seconds since 1970. */
export type Version = {
  version: number;
  services: bigint;
  time: number;
  nonce: bigint;
  userAgent: string;
  startHeight: number;
  /** Whether the sender wants announcements of transactions (BIP37). */
  relay: boolean;
};

/** Decodes `version`. Old peers send less: the rest has Core's defaults. @throws DecodeError */
export function parseVersion(payload: Uint8Array): Version {
  const reader = createReader(payload);
  const version = reader.int32();
  const services = BigInt.asUintN(64, reader.int64());
  const time = Number(reader.int64());
  // The receiver's address and services.
  reader.bytes(26);
  if (reader.remaining() === 0) return { version, services, time, nonce: 0n, userAgent: '', startHeight: -1, relay: true };
  // The sender's.
  reader.bytes(26);
  const nonce = BigInt.asUintN(64, reader.int64());
  const userAgent = printable(reader.varBytes().subarray(0, MAX_USER_AGENT));
  const startHeight = reader.remaining() >= 4 ? reader.int32() : -1;
  const relay = reader.remaining() > 0 ? reader.uint8() !== 0 : true;
  return { version, services, time, nonce, userAgent, startHeight, relay };
}

export function serializeVersion({ version, services, time, nonce, userAgent, startHeight, relay }: Version): Uint8Array {
  const writer = createWriter(128);
  writer.int32(version);
  writer.int64(BigInt.asIntN(64, services));
  writer.int64(BigInt(time));
  writeNoAddress(writer, 0n);
  writeNoAddress(writer, services);
  writer.int64(BigInt.asIntN(64, nonce));
  writer.varBytes(Buffer.from(userAgent));
  writer.int32(startHeight);
  writer.uint8(relay ? 1 : 0);
  return writer.finish();
}

/** Services, an unspecified address and port, as Core sends them on private networks. */
function writeNoAddress(writer: Writer, services: bigint): void {
  writer.int64(BigInt.asIntN(64, services));
  writer.bytes(new Uint8Array(18));
}

/** Keeps the characters that Core keeps (`SanitizeString`), because RPC clients and logs show the text. */
function printable(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^\w .,;\-/:?@()]/g, '');
}
