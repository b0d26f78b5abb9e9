import { fromHex, isHex } from '../../../../../protocol/codec/hex.js';
import { type OutPoint, outPointKey } from '../../../../../protocol/codec/transaction.js';
import { hash160 } from '../../../../../protocol/crypto/hash.js';
import { isPublicKey } from '../../../../../protocol/crypto/key.js';
import { DescriptorError } from '../../../../../protocol/descriptor/error.js';
import { parseDescriptors } from '../../../../../protocol/descriptor/parse-descriptor.js';
import { isPublicKeySize } from '../../../../../protocol/script/pattern.js';
import { payToWitness } from '../../../../../protocol/script/pay-to.js';
import type { SigningKeys } from '../../../../../protocol/script/signing/signing-keys.js';
import { isJsonObject, textOf } from '../../../arguments/arguments.js';
import { parseOutPoint } from '../../../arguments/create-transaction.js';
import { RPC_CODE, RpcError, wrongType } from '../../../error.js';
import { Numeral } from '../../../json/json.js';
import { toInteger } from '../../../json/numeral.js';
import { collectKeys } from '../../../keys/descriptor-keys.js';

const LEAST_WEIGHT = 165;
const MAX_STANDARD_WEIGHT = 400_000;

/** Reads the option `solving_data`: keys, scripts and descriptors of coins that are not the wallet's. @throws RpcError −5, −8 */
export function solvingKeys(value: unknown): SigningKeys | undefined {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw wrongType(value, 'object');
  const { ingredients, keys } = collectKeys();
  for (const text of texts(value['pubkeys'])) {
    const publicKey = publicKeyOf(text);
    ingredients.key({ publicKey, privateKey: undefined, origin: { fingerprint: hash160(publicKey).subarray(0, 4), path: [] } });
    ingredients.script(payToWitness(hash160(publicKey)));
  }
  for (const text of texts(value['scripts'])) {
    if (!isHex(text)) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `'${text}' is not hex`);
    ingredients.script(fromHex(text));
  }
  for (const text of texts(value['descriptors'])) {
    try {
      for (const descriptor of parseDescriptors(text, { requireChecksum: true })) descriptor.scripts(0, ingredients);
    } catch (error) {
      if (!(error instanceof DescriptorError)) throw error;
      throw invalid(`Unable to parse descriptor '${text}': ${error.message}`);
    }
  }
  return keys;
}

/** Reads the option `input_weights`. @returns weights by `outPointKey` @throws RpcError −8 */
export function inputWeights(value: unknown): Map<string, { previous: OutPoint; weight: number }> {
  const weights = new Map<string, { previous: OutPoint; weight: number }>();
  for (const item of Array.isArray(value) ? value : []) {
    // As in Core, what is no object has no members.
    const input = isJsonObject(item) ? item : {};
    const previous = parseOutPoint(input);
    if (!(input['weight'] instanceof Numeral)) throw invalid('Invalid parameter, missing weight key');
    weights.set(outPointKey(previous), { previous, weight: checkedWeight(toInteger(input['weight'])) });
  }
  return weights;
}

/** Returns the inputs that have a weight, as `input_weights`. @throws RpcError −8 if the options have one, too */
export function weightsOfInputs(inputs: unknown, options: Record<string, unknown>): unknown[] {
  if (options['input_weights'] !== undefined) throw invalid('Input weights should be specified in inputs rather than in options.');
  return Array.isArray(inputs) ? inputs.filter((input) => isJsonObject(input) && input['weight'] !== undefined) : [];
}

function checkedWeight(weight: number): number {
  if (weight < LEAST_WEIGHT) {
    const parts = '41 bytes (size of outpoint + sequence + empty scriptSig) * 4 (witness scaling factor)';
    throw invalid(`Invalid parameter, weight cannot be less than ${LEAST_WEIGHT} (${parts}) + 1 (empty witness)`);
  }
  if (weight <= MAX_STANDARD_WEIGHT) return weight;
  throw invalid(`Invalid parameter, weight cannot be greater than the maximum standard tx weight of ${MAX_STANDARD_WEIGHT}`);
}

function publicKeyOf(text: string): Uint8Array {
  const unusable = (message: string) => new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, message);
  if (!isHex(text)) throw unusable(`Pubkey "${text}" must be a hex string`);
  const key = fromHex(text);
  if (key.length !== 33 && key.length !== 65) throw unusable(`Pubkey "${text}" must have a length of either 33 or 65 bytes`);
  if (!isPublicKeySize(key) || !isPublicKey(key)) throw unusable(`Pubkey "${text}" must be cryptographically valid.`);
  return key;
}

function texts(value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongType(value, 'array');
  return value.map(textOf);
}

function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}
