import { encodeAddress } from '../../../../../protocol/address/address.js';
import { fromHex, isHex, toHex } from '../../../../../protocol/codec/hex.js';
import { sha256 } from '../../../../../protocol/crypto/hash.js';
import { isPublicKey } from '../../../../../protocol/crypto/key.js';
import { addChecksum } from '../../../../../protocol/descriptor/checksum.js';
import { buildScript, pushNumber } from '../../../../../protocol/script/build.js';
import { OP } from '../../../../../protocol/script/opcodes.js';
import { isPublicKeySize, MAX_PUBKEYS_PER_MULTISIG } from '../../../../../protocol/script/pattern.js';
import { payToScriptHash, payToWitness } from '../../../../../protocol/script/pay-to.js';
import { addressTypeOf } from '../../../arguments/address-type.js';
import { RPC_CODE, RpcError, wrongType } from '../../../error.js';
import type { Method } from '../../../method.js';

/** The maximum size of a P2SH script, which is one stack item. */
const MAX_REDEEM_SCRIPT_SIZE = 520;

/** Addresses of several keys. */
export const MULTISIG_METHODS: Method[] = [
  {
    name: 'createmultisig',
    category: 'Util',
    description: 'Creates a multisig address.',
    parameters: [
      { name: 'nrequired', type: 'numeric', description: 'The number of required signatures.' },
      { name: 'keys', usage: '["key",...]', type: 'array', description: 'The public keys in hex.' },
      { name: 'address_type', type: 'string', description: 'legacy, p2sh-segwit or bech32.', default: '"legacy"' },
    ],
    result: '{...} (object) address, script and descriptor',
    handler: (args) => {
      const required = args.int('nrequired');
      const keys = args.array('keys').map(parseKey);
      const type = addressTypeOf(args.has('address_type') ? args.string('address_type') : 'legacy');
      if (type === 'bech32m') {
        throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'createmultisig cannot create bech32m multisig addresses');
      }
      const script = multisigScript(required, keys, type);
      // Segwit requires compressed keys.
      const chosen = keys.every(({ length }) => length === 33) ? type : 'legacy';
      const multi = `multi(${[required, ...keys.map(toHex)].join(',')})`;
      const warning = 'Unable to make chosen address type, please ensure no uncompressed public keys are present.';
      return { ...wrap(script, multi, chosen), warnings: chosen === type ? undefined : [warning] };
    },
  },
];

function wrap(script: Uint8Array, multi: string, type: string) {
  const witness = payToWitness(sha256(script));
  const [output, descriptor] =
    type === 'bech32'
      ? [witness, `wsh(${multi})`]
      : type === 'p2sh-segwit'
        ? [payToScriptHash(witness), `sh(wsh(${multi}))`]
        : [payToScriptHash(script), `sh(${multi})`];
  return { address: encodeAddress(output), redeemScript: toHex(script), descriptor: addChecksum(descriptor) };
}

function parseKey(text: unknown): Uint8Array {
  if (typeof text !== 'string') throw wrongType(text, 'string');
  const invalid = (what: string) => new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `Pubkey "${text}" must ${what}`);
  if (!isHex(text)) throw invalid('be a hex string');
  if (text.length !== 66 && text.length !== 130) throw invalid('have a length of either 33 or 65 bytes');
  const key = fromHex(text);
  if (!isPublicKeySize(key) || !isPublicKey(key)) throw invalid('be cryptographically valid.');
  return key;
}

function multisigScript(required: number, keys: Uint8Array[], type: string): Uint8Array {
  const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, message);
  if (required < 1) throw invalid('a multisignature address must require at least one key to redeem');
  if (keys.length < required) {
    throw invalid(`not enough keys supplied (got ${keys.length} keys, but need at least ${required} to redeem)`);
  }
  if (keys.length > MAX_PUBKEYS_PER_MULTISIG) {
    throw invalid(`Number of keys involved in the multisignature address creation > ${MAX_PUBKEYS_PER_MULTISIG}\nReduce the number`);
  }
  const parts = [pushNumber(required), ...keys.map((key) => buildScript([key])), pushNumber(keys.length), Uint8Array.of(OP.CHECKMULTISIG)];
  const script = new Uint8Array(Buffer.concat(parts));
  if (type === 'legacy' && script.length > MAX_REDEEM_SCRIPT_SIZE) {
    throw invalid(`redeemScript exceeds size limit: ${script.length} > ${MAX_REDEEM_SCRIPT_SIZE}`);
  }
  return script;
}
