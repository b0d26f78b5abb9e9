import { FLAG, MANDATORY_FLAGS } from '../../protocol/script/interpreter/flags.js';
import { type Deployment, TEST_DUMMY } from './validation/version-bits.js';

/**
 * The heights from which rules hold, under the names of `-testactivationheight`, and the deployment by signals. P2SH, witnesses and
 * taproot hold from the first block.
 */
export type ActivationHeights = {
  /** BIP34: a coinbase begins with its height. */
  bip34: number;
  /** BIP66: signatures are strict DER. */
  dersig: number;
  /** BIP65: OP_CHECKLOCKTIMEVERIFY. */
  cltv: number;
  /** BIP68, BIP112 and BIP113: relative locks, and lock times by the median time. */
  csv: number;
  /** BIP141 and BIP147: commitments to witnesses, and no dummy element. */
  segwit: number;
  testdummy: Deployment;
};

/** Regtest's heights (Core's `CRegTestParams`). */
export const REGTEST_ACTIVATION: ActivationHeights = { bip34: 1, dersig: 1, cltv: 1, csv: 1, segwit: 0, testdummy: TEST_DUMMY };

/** Returns the rules of the scripts in a block (Core's `GetBlockScriptFlags`). */
export function blockScriptFlags(height: number, { dersig, cltv, csv, segwit }: ActivationHeights): number {
  const inactive =
    (height < dersig ? FLAG.DERSIG : 0) |
    (height < cltv ? FLAG.CHECKLOCKTIMEVERIFY : 0) |
    (height < csv ? FLAG.CHECKSEQUENCEVERIFY : 0) |
    (height < segwit ? FLAG.NULLDUMMY : 0);
  return MANDATORY_FLAGS & ~inactive;
}
