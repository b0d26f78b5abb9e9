import { equalBytes } from '../../bitcoin/codec.js';
import { buildScript, decodeNumber, instructions, isOpSuccess, OP, pushNumber } from '../../bitcoin/script.js';
import { deserializePrincipal, type PrincipalValue, versionOf } from '../../clarity/values.js';
import type { DepositScript } from '../../stacks/sbtc.js';

/**
 * What a reclaim script says: after how many Bitcoin blocks the sender may take the deposit back, and by which x-only keys, if the form
 * is known.
 */
export type ReclaimScript = { lockTime: number; keys: string[] | undefined };

/** The bytes of an x-only key. */
const KEY_LENGTH = 32;
/** The smallest deposit script: the fee, and a standard principal. */
const SHORTEST = 66;
/** BIP68: a lock in blocks has 16 bits, and none above. */
const LONGEST_LOCK = 0xffff;
/** The longest number that CHECKSEQUENCEVERIFY takes, in bytes. */
const LONGEST_NUMBER = 5;
/** The most bytes of a reclaim script behind its lock time (stacks-sbtc/sbtc: MAX_RECLAIM_SCRIPT_LENGTH). */
const LONGEST_RECLAIM = 2048;
/** Versions of addresses on test networks. */
const TESTNET = new Set([26, 21]);

/** Builds `<lock time> CHECKSEQUENCEVERIFY DROP <key> CHECKSIG`. @param key x-only, as hex */
export function reclaimScript(lockTime: number, key: string): Uint8Array {
  return new Uint8Array(
    Buffer.concat([pushNumber(lockTime), buildScript([OP.CHECKSEQUENCEVERIFY, OP.DROP, Buffer.from(key, 'hex'), OP.CHECKSIG])]),
  );
}

/** Reads a deposit script. @returns what is wrong as text, for a script that the signers refuse */
export function readDepositScript(script: Uint8Array): DepositScript | string {
  const bytes = Buffer.from(script);
  if (bytes.length < SHORTEST) return `it is too short: ${bytes.length} bytes of at least ${SHORTEST}. A principal begins with 05 or 06`;
  const start = bytes[0] === OP.PUSHDATA1 ? 2 : 1;
  const length = bytes[start - 1] ?? 0;
  const data = bytes.subarray(start, start + length);
  const key = bytes.subarray(-KEY_LENGTH - 1, -1);
  if (!equalBytes(buildScript([data, OP.DROP, key, OP.CHECKSIG]), bytes))
    return 'it is not <fee and recipient> DROP <signers key> CHECKSIG';
  const recipient = readRecipient(data.subarray(8));
  if (recipient === undefined) return 'its recipient is not a principal';
  if (!TESTNET.has(versionOf(recipient))) return `its recipient ${recipient.text} is not of a test network`;
  return { maxFee: data.readBigUInt64BE(0), recipient, signersKey: key.toString('hex') };
}

/** Reads a serialized principal; undefined if the bytes are something else. */
export function readRecipient(bytes: Uint8Array): PrincipalValue | undefined {
  try {
    const { value, length } = deserializePrincipal(bytes);
    return length === bytes.length ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a reclaim script. @returns what is wrong as text, for a script that the signers refuse */
export function readReclaimScript(script: Uint8Array): ReclaimScript | string {
  const bytes = Buffer.from(script);
  const number = readNumber(bytes);
  if (number === undefined) return 'it does not begin with a lock time as a minimal push';
  const { value, length } = number;
  if (bytes[length] !== OP.CHECKSEQUENCEVERIFY) return 'CHECKSEQUENCEVERIFY does not follow its lock time';
  if (value < 0 || value > LONGEST_LOCK) return `its lock time is not a number of blocks from 0 to ${LONGEST_LOCK}: ${value}`;
  const rest = bytes.subarray(length + 1);
  if (rest.length > LONGEST_RECLAIM) return `after CHECKSEQUENCEVERIFY it has ${rest.length} bytes of at most ${LONGEST_RECLAIM}`;
  // Such an opcode makes a tapscript valid, whatever else is in it (BIP342): the sender could reclaim at once.
  for (const { opcode } of instructions(rest)) if (isOpSuccess(opcode)) return `its opcode OP_SUCCESS${opcode} voids its lock time`;
  return { lockTime: value, keys: readKeys(rest) };
}

/** Reads `DROP <key> CHECKSIG`, or `DROP <key> CHECKSIG <key> CHECKSIGADD … <n> NUMEQUAL`. */
function readKeys(bytes: Buffer): string[] | undefined {
  if (bytes[0] !== OP.DROP) return undefined;
  const keys: string[] = [];
  let at = 1;
  while (bytes[at] === KEY_LENGTH && bytes[at + 1 + KEY_LENGTH] === (keys.length === 0 ? OP.CHECKSIG : OP.CHECKSIGADD)) {
    keys.push(bytes.toString('hex', at + 1, at + 1 + KEY_LENGTH));
    at += KEY_LENGTH + 2;
  }
  const end = bytes.subarray(at);
  const single = keys.length === 1 && end.length === 0;
  const several = keys.length > 0 && end.at(-1) === OP.NUMEQUAL && readNumber(end)?.length === end.length - 1;
  return single || several ? keys : undefined;
}

/** Reads a number at the start of a script, pushed in the shortest way. */
function readNumber(bytes: Buffer): { value: number; length: number } | undefined {
  const [first = -1] = bytes;
  if (first === OP[0]) return { value: 0, length: 1 };
  if (first >= OP[1] && first <= OP[16]) return { value: first - OP[1] + 1, length: 1 };
  if (first < 1 || first > LONGEST_NUMBER || bytes.length <= first) return undefined;
  const length = first + 1;
  const value = decodeNumber(bytes.subarray(1, length), false, LONGEST_NUMBER);
  return equalBytes(pushNumber(value), bytes.subarray(0, length)) ? { value, length } : undefined;
}
