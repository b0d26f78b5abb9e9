import { AsciiValue, BufferValue, findPrincipal, tupleOfEntries, UIntValue, type Value } from '../../../clarity/values.js';
import { signStructuredData } from './structured-data.js';

/** The key of a signer, and the network on which its permission counts. */
type Signing = {
  /** 64 hex digits. */
  privateKey: string;
  /** The node's `network_id`. */
  chainId: number;
};

/** Makes a permission unique: each counts once. */
type Unique = { authId: number };

/** A `{version, hashbytes}` of pox-4 for a P2PKH address. */
const P2PKH = new Uint8Array(1);

/**
 * Signs that a stacker may stack for the signer in pox-4 (domain `pox-4-signer`).
 * @param permission.hash HASH160 of the key that gets the rewards
 * @param permission.cycle the current one
 * @param permission.amount the largest, in micro-STX
 */
export function permitStacking(
  {
    topic,
    hash,
    cycle,
    cycles,
    amount,
    authId,
  }: Unique & {
    topic: 'stack-stx' | 'stack-extend';
    hash: Uint8Array;
    cycle: number;
    cycles: number;
    amount: bigint;
  },
  { privateKey, chainId }: Signing,
): Buffer {
  const address: [string, Value][] = [
    ['hashbytes', new BufferValue(hash)],
    ['version', new BufferValue(P2PKH)],
  ];
  const message = tupleOfEntries([
    ['auth-id', uint(authId)],
    ['max-amount', uint(amount)],
    ['period', uint(cycles)],
    ['pox-addr', tupleOfEntries(address)],
    ['reward-cycle', uint(cycle)],
    ['topic', new AsciiValue(topic)],
  ]);
  return signStructuredData({ name: 'pox-4-signer', version: '1.0.0', chainId }, message, Buffer.from(privateKey, 'hex'));
}

/**
 * Signs that a contract may register the signer in pox-5 (domain `pox-5-signer`).
 * @param grant.manager `ST….name`
 * @throws RangeError if it is no contract
 */
export function grantToManager({ manager, authId }: Unique & { manager: string }, { privateKey, chainId }: Signing): Buffer {
  const principal = findPrincipal(manager);
  if (principal?.name === undefined) throw new RangeError(`not a contract: ${manager}`);
  const message = tupleOfEntries([
    ['auth-id', uint(authId)],
    ['signer-manager', principal],
    ['topic', new AsciiValue('grant-authorization')],
  ]);
  return signStructuredData({ name: 'pox-5-signer', version: '1.0.0', chainId }, message, Buffer.from(privateKey, 'hex'));
}

function uint(value: number | bigint): Value {
  return new UIntValue(BigInt(value));
}
