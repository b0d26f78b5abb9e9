import { decodeBase58Check, encodeBase58Check } from '../../protocol/address/encoding/base58.js';
import { REGTEST } from '../../protocol/address/format.js';
import { fromHex, toHex } from '../../protocol/codec/hex.js';
import { deriveChild, type ExtendedKey, HARDENED, parseExtendedKey, serializePrivateKey } from '../../protocol/crypto/bip32.js';
import { hash160 } from '../../protocol/crypto/hash.js';

const EXTENDED_KEY_SIZE = 78;
/** A private BIP32 key, which has 111 characters, with its origin and the steps up to the last hardened one. */
const HARDENED_PREFIX = /(?:\[([0-9a-fA-F]{8})([^\][]*)\])?(tprv[1-9A-HJ-NP-Za-km-z]{107})((?:\/\d{1,10}['h]?)*\/\d{1,10}['h])(?=[/,)])/g;

/** Moves the hardened steps of private keys into their origins, as Core shows descriptors: what follows needs no private key. */
export function normalizeDescriptor(text: string): string {
  return text.replace(HARDENED_PREFIX, (whole, fingerprint: string | undefined, origin: string | undefined, key: string, path: string) => {
    const data = decodeBase58Check(key, EXTENDED_KEY_SIZE);
    const root = data && parseExtendedKey(data.slice(4), true);
    if (root === undefined) return whole;
    const steps = path.slice(1).split('/');
    const child = steps.reduce<ExtendedKey | undefined>((parent, step) => parent && deriveChild(parent, childNumber(step)), root);
    if (child?.privateKey === undefined) return whole;
    const derived = encodeBase58Check(Buffer.concat([fromHex(REGTEST.extendedPrivateKey), serializePrivateKey(child)]));
    const print = fingerprint ?? toHex(hash160(root.publicKey).slice(0, 4));
    return `[${print}${(origin ?? '').replaceAll("'", 'h')}${path.replaceAll("'", 'h')}]${derived}`;
  });
}

function childNumber(step: string): number {
  return /['h]$/.test(step) ? Number(step.slice(0, -1)) + HARDENED : Number(step);
}
