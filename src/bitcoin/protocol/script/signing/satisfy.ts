import { toHex } from '../../codec/hex.js';
import { decodeMiniscript } from '../miniscript/decode.js';
import { satisfy } from '../miniscript/satisfy.js';
import { ecdsaSignature, publicKeyWith, type Signer } from './signer.js';

type Sign = (key: Uint8Array) => Uint8Array | undefined;

/** Satisfies the miniscript of a P2WSH output. Returns the stack without the script. */
export function satisfyWitnessScript(signer: Signer, script: Uint8Array): Uint8Array[] | undefined {
  const node = decodeMiniscript(script, { context: 'p2wsh', keyWith: (hash) => publicKeyWith(signer, hash) });
  return (
    node &&
    satisfy(
      node,
      satisfier(signer, (key) => ecdsaSignature(signer, key, script, true)),
    )
  );
}

/** Satisfies the miniscript of a tapscript. Returns the stack without the script. @param sign signs with a key of 32 bytes */
export function satisfyTapscript(signer: Signer, script: Uint8Array, sign: Sign): Uint8Array[] | undefined {
  const node = decodeMiniscript(script, { context: 'tapscript', keyWith: (hash) => publicKeyWith(signer, hash)?.subarray(1, 33) });
  return node && satisfy(node, satisfier(signer, sign));
}

function satisfier({ creator: { checker }, data }: Signer, sign: Sign) {
  return {
    sign,
    preimage: (kind: string, hash: Uint8Array) => data.preimages.get(`${kind}${toHex(hash)}`),
    checkLockTime: checker.checkLockTime,
    checkSequence: checker.checkSequence,
  };
}
