import { ecdsa } from '#platform/secp256k1.js';
import { OP, pushNumber } from '../../../bitcoin/script.js';
import { findPrincipal } from '../../../clarity/values.js';
import { depositOutput, depositScript } from './deposit.js';

/** What sBTC's signers may keep of each payout, in sats (`POX_5_SBTC_DEPOSIT_MAX_FEE_SATS`, stackslib/src/core/mod.rs). */
const MAX_FEE = 80_000n;
/** Nobody reclaims a payout: the script returns at once after the longest lock. */
const LOCK_TIME = 0xffff;
const KEY_LENGTH = 33;

/**
 * Returns the taproot key to which miners pay since pox-5: of an sBTC deposit to that contract
 * (`sbtc_pox5_deposit_taproot_output_key`, stackslib/src/chainstate/stacks/sbtc.rs).
 * @param pox5 the contract
 * @param aggregateKey of sBTC's signers
 * @returns 32 bytes; undefined unless the aggregate key is a compressed one
 */
export function payoutKey(pox5: string, aggregateKey: Uint8Array): Buffer | undefined {
  const recipient = findPrincipal(pox5);
  if (recipient === undefined || aggregateKey.length !== KEY_LENGTH || !ecdsa().isPublicKey(aggregateKey)) return undefined;
  const signersKey = Buffer.from(aggregateKey.subarray(1)).toString('hex');
  const reclaim = Buffer.concat([pushNumber(LOCK_TIME), Uint8Array.of(OP.CHECKSEQUENCEVERIFY, OP.RETURN)]);
  return Buffer.from(depositOutput(depositScript({ maxFee: MAX_FEE, recipient, signersKey }), new Uint8Array(reclaim)).key);
}
