import { emptySignatureData, mergeTaproot, type SignatureData } from '../script/signing/signature-data.js';
import { taprootOutput } from '../script/taproot/taproot-output.js';
import { addMissing, addScripts, addTaprootOrigins, byKey, taprootOrigins } from './input-data.js';
import { field, OUTPUT, type PsbtMap, setField } from './psbt.js';
import { readTapTree, writeTapTree } from './tap-tree.js';

/** Returns a PSBT output's data for spending it. */
export function outputData(output: PsbtMap): SignatureData {
  const data = emptySignatureData();
  data.redeemScript = field(output, OUTPUT.REDEEM_SCRIPT);
  data.witnessScript = field(output, OUTPUT.WITNESS_SCRIPT);
  data.origins = byKey(output, OUTPUT.BIP32_DERIVATION);
  const internalKey = field(output, OUTPUT.TAP_INTERNAL_KEY);
  const tree = field(output, OUTPUT.TAP_TREE);
  if (internalKey !== undefined && tree !== undefined) {
    const made = taprootOutput(internalKey, readTapTree(tree));
    if (made !== undefined) mergeTaproot(data.taproot, made.data);
  }
  data.taprootOrigins = taprootOrigins(output, OUTPUT.TAP_BIP32_DERIVATION);
  return data;
}

/** Stores data in an output. */
export function applyOutputData(output: PsbtMap, data: SignatureData): void {
  addScripts(output, data, OUTPUT.REDEEM_SCRIPT, OUTPUT.WITNESS_SCRIPT);
  addMissing(output, OUTPUT.BIP32_DERIVATION, data.origins);
  if (data.taproot.internalKey !== undefined) setField(output, OUTPUT.TAP_INTERNAL_KEY, data.taproot.internalKey);
  if (data.tree !== undefined && data.tree.length > 0) setField(output, OUTPUT.TAP_TREE, writeTapTree(data.tree));
  addTaprootOrigins(output, OUTPUT.TAP_BIP32_DERIVATION, data);
}
