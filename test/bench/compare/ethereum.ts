import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { KEYS, LOAD, TRANSFERS } from './load.js';

/** Anvil's. */
const CHAIN_ID = 31_337;
const GAS_PRICE = 2_000_000_000;
const GAS = 21_000;

/** Signed transactions of Ethereum as hex, the same number as in a `Load`. The addresses have to be paid first. */
export type EthereumLoad = { addresses: string[]; single: string[]; waiting: string[][] };

export function signEthereumLoad(): EthereumLoad {
  const [first, , ...clients] = KEYS.map((key) => hexToBytes(key)) as [Uint8Array, Uint8Array, ...Uint8Array[]];
  const sign = (key: Uint8Array, count: number) => Array.from({ length: count }, (_, nonce) => signTransfer(key, nonce));
  return {
    addresses: KEYS.map(addressOf),
    single: sign(first, TRANSFERS + 1),
    waiting: clients.map((key) => sign(key, LOAD.eachWaiting)),
  };
}

/** Signs a transfer of 1 wei to a constant address: https://eips.ethereum.org/EIPS/eip-155. */
function signTransfer(key: Uint8Array, nonce: number): string {
  const fields = [integer(nonce), integer(GAS_PRICE), integer(GAS), new Uint8Array(20).fill(0x11), integer(1), new Uint8Array()];
  const digest = keccak_256(rlp([...fields, integer(CHAIN_ID), new Uint8Array(), new Uint8Array()]));
  const signature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  const [recovery = 0] = signature;
  const [r, s] = [signature.subarray(1, 33), signature.subarray(33)].map(withoutLeadingZeros) as [Uint8Array, Uint8Array];
  return `0x${bytesToHex(rlp([...fields, integer(CHAIN_ID * 2 + 35 + recovery), r, s]))}`;
}

/** @param key a private key as hex */
export function addressOf(key: string): string {
  const publicKey = secp256k1.getPublicKey(hexToBytes(key), false);
  return `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`;
}

function integer(value: number): Uint8Array {
  const hex = value.toString(16);
  return value === 0 ? new Uint8Array() : hexToBytes(hex.padStart(hex.length + (hex.length % 2), '0'));
}

function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? new Uint8Array() : bytes.subarray(first);
}

/** Encodes a list of byte strings: https://ethereum.org/developers/docs/data-structures-and-encoding/rlp. */
export function rlp(list: readonly Uint8Array[]): Uint8Array {
  const items = concatBytes(...list.map((bytes) => (bytes.length === 1 && (bytes[0] ?? 0) < 0x80 ? bytes : withHead(0x80, bytes))));
  return withHead(0xc0, items);
}

function withHead(offset: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 56) return concatBytes(Uint8Array.of(offset + bytes.length), bytes);
  const length = integer(bytes.length);
  return concatBytes(Uint8Array.of(offset + 55 + length.length), length, bytes);
}
