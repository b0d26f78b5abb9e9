import type { TaprootOutput } from '../../../bitcoin/script.js';
import { buildScript, OP, TAPSCRIPT_LEAF_VERSION, taprootOutput } from '../../../bitcoin/script.js';
import { type PrincipalValue, serialize } from '../../../clarity/values.js';

/** What a deposit script says: the signers' x-only key as hex, and who receives the sBTC. */
export type DepositScript = { maxFee: bigint; recipient: PrincipalValue; signersKey: string };

/** An internal key that nobody has (BIP341), so that a deposit is only spent by its scripts. */
const NUMS = Buffer.from('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0', 'hex');

/** Builds `<fee and recipient> DROP <key> CHECKSIG`. */
export function depositScript({ maxFee, recipient, signersKey }: DepositScript): Uint8Array {
  const fee = Buffer.alloc(8);
  fee.writeBigUInt64BE(maxFee);
  return buildScript([Buffer.concat([fee, serialize(recipient)]), OP.DROP, Buffer.from(signersKey, 'hex'), OP.CHECKSIG]);
}

/** Returns the taproot output of a deposit: its key, and the data that spend it. The scripts may be any bytes. */
export function depositOutput(deposit: Uint8Array, reclaim: Uint8Array): TaprootOutput & { key: Uint8Array } {
  const output = taprootOutput(
    NUMS,
    [deposit, reclaim].map((script) => ({ depth: 1, version: TAPSCRIPT_LEAF_VERSION, script })),
  );
  if (output === undefined) throw new RangeError('no taproot output of two scripts');
  return output;
}
