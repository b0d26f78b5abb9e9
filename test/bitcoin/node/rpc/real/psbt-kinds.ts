import { HDKey } from '@scure/bip32';
import { encodeWif } from '#dist/bitcoin/protocol/address/encoding/wif.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { hash160, sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { assemble } from '../../../protocol/script/assemble.js';

const VERSIONS = { private: 0x04358394, public: 0x043587cf };

const SIGNERS = [1, 2, 3].map((n) => {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(n), VERSIONS);
  return {
    secret: root.privateExtendedKey,
    open: root.publicExtendedKey,
    wif: encodeWif({ privateKey: root.privateKey as Uint8Array, compressed: true }),
    key: root.publicKey as Uint8Array,
  };
});
/** The private keys, each by itself. */
export const WIFS = SIGNERS.map(({ wif }) => wif);

/** An output, and a descriptor of it for each who has something to sign, with the private key of that one only. */
export type Kind = { open: string; descriptors: string[] };

/** @param make from the keys of the three @param signers how many of them have something to sign */
function kind(make: (...keys: string[]) => string, signers = 1): Kind {
  const own = (index: number) => SIGNERS.map(({ secret, open }, at) => (at === index ? secret : open));
  return {
    open: make(...SIGNERS.map(({ open }) => open)),
    descriptors: Array.from({ length: signers }, (_, index) => make(...own(index))),
  };
}

/** The x of a point without a known private key (BIP341). */
export const UNSPENDABLE_KEY = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

/** Outputs with descriptors. */
export const KINDS: Record<string, Kind> = {
  p2pk: kind((a) => `pk(${a}/*)`),
  p2pkh: kind((a) => `pkh(${a}/*)`),
  p2wpkh: kind((a) => `wpkh(${a}/0/*)`),
  'p2wpkh with an origin': kind((a) => `wpkh([d34db33f/84h/1h/0h]${a}/0/*)`),
  'p2sh-p2wpkh': kind((a) => `sh(wpkh(${a}/*))`),
  'p2sh multisig': kind((a, b, c) => `sh(sortedmulti(2,${a}/*,${b}/*,${c}/*))`, 2),
  'p2wsh multisig': kind((a, b, c) => `wsh(multi(2,${a}/1/*,${b}/*,${c}/*))`, 3),
  'p2sh-p2wsh multisig': kind((a, b) => `sh(wsh(sortedmulti(2,${a}/*,${b}/*)))`, 2),
  'p2wsh of a key hash': kind((a) => `wsh(pkh(${a}/*))`),
  'bare multisig': kind((a, b) => `multi(1,${a}/*,${b}/*)`, 2),
  'p2tr by key': kind((a) => `tr(${a}/*)`),
  'p2tr by key, with scripts': kind((a, b, c) => `tr(${a}/*,{pk(${b}/*),{multi_a(2,${b}/*,${c}/*),pk(${c}/*)}})`),
  'p2tr by one of two scripts': kind((a, b, c) => `tr(${UNSPENDABLE_KEY},{pk(${a}/*),multi_a(2,${a}/*,${b}/*,${c}/*)})`, 2),
  'p2tr by a multisig script': kind((a, b, c) => `tr(${UNSPENDABLE_KEY},sortedmulti_a(2,${a}/*,${b}/*,${c}/*))`, 3),
  rawtr: kind((a) => `rawtr(${a}/*)`),
};

export const PREIMAGE = new Uint8Array(32).fill(7);
export const PREIMAGE_HASH = sha256(PREIMAGE);
const HASH = push(PREIMAGE_HASH);

function push(bytes: Uint8Array): string {
  return `0x${bytes.length.toString(16).padStart(2, '0')} 0x${toHex(bytes)}`;
}

/** In the names of tapscripts that have branches. */
export const WITH_CONDITION = '(with a branch)';

/** Conditions in miniscript, by what they mean. */
function conditions(a: string, b: string, c: string): Record<string, string> {
  return {
    'a key and a delay': `${a} CHECKSIGVERIFY 5 CHECKSEQUENCEVERIFY`,
    'a key and a height': `${a} CHECKSIGVERIFY 100 CHECKLOCKTIMEVERIFY`,
    'a key and a delay that is not over': `${a} CHECKSIGVERIFY 500 CHECKSEQUENCEVERIFY`,
    'a key and a preimage': `SIZE 32 EQUALVERIFY SHA256 ${HASH} EQUALVERIFY ${a} CHECKSIG`,
    'a key, or another after a delay': `${a} CHECKSIG NOTIF ${b} CHECKSIGVERIFY 5 CHECKSEQUENCEVERIFY ELSE 1 ENDIF`,
    'a key with a delay, or another': `${a} CHECKSIG NOTIF ${b} CHECKSIG ELSE 5 CHECKSEQUENCEVERIFY ENDIF`,
    'a key, or else another and a delay': `${a} CHECKSIG IFDUP NOTIF ${b} CHECKSIGVERIFY 5 CHECKSEQUENCEVERIFY ENDIF`,
    'two of three keys': `${a} CHECKSIG SWAP ${b} CHECKSIG ADD SWAP ${c} CHECKSIG ADD 2 EQUAL`,
    'two of two keys and a delay': `${a} CHECKSIG SWAP ${b} CHECKSIG ADD SWAP IF 0 ELSE 5 CHECKSEQUENCEVERIFY 0NOTEQUAL ENDIF ADD 2 EQUAL`,
    'one or both of two keys': `${a} CHECKSIG SWAP ${b} CHECKSIG BOOLOR`,
    'both of two keys': `${a} CHECKSIG TOALTSTACK ${b} CHECKSIG FROMALTSTACK BOOLAND`,
    'either of two keys': `IF ${a} CHECKSIG ELSE ${b} CHECKSIG ENDIF`,
    'a key, or verify another': `${a} CHECKSIG NOTIF ${b} CHECKSIGVERIFY ENDIF 1`,
    'a key that may be left out': `SIZE 0NOTEQUAL IF ${a} CHECKSIG ENDIF`,
    'a key and a choice': `${a} CHECKSIG SWAP DUP IF 5 CHECKSEQUENCEVERIFY VERIFY ENDIF ADD 2 EQUAL`,
    'nothing but a delay': '5 CHECKSEQUENCEVERIFY',
    'a key, and what is no miniscript': `1 DROP ${a} CHECKSIG`,
    'a push that is not the shortest': `${a} CHECKSIGVERIFY 0x4c 0x01 0x05 CHECKSEQUENCEVERIFY`,
    'types that do not fit': `${a} CHECKSIG ${b} CHECKSIG BOOLAND`,
  };
}

const [A, B, C] = SIGNERS.map(({ key }) => push(key)) as [string, string, string];
const [XA, XB, XC] = SIGNERS.map(({ key }) => push(key.subarray(1))) as [string, string, string];

const HASH_OF_B = push(hash160(SIGNERS[1]?.key ?? new Uint8Array()));
/** Scripts of P2WSH outputs. */
export const WITNESS_SCRIPTS: Record<string, Uint8Array> = assembled({
  ...conditions(A, B, C),
  'a key, or the hash of another': `${A} CHECKSIG NOTIF DUP HASH160 ${HASH_OF_B} EQUALVERIFY CHECKSIG ELSE 1 ENDIF`,
  'a multisig and a delay': `2 ${A} ${B} ${C} 3 CHECKMULTISIGVERIFY 5 CHECKSEQUENCEVERIFY`,
});

/** Scripts of taproot outputs. */
export const TAPSCRIPTS: Record<string, Uint8Array> = assembled(
  Object.fromEntries(
    Object.entries({
      ...conditions(XA, XB, XC),
      'a multisig and a delay': `${XA} CHECKSIG ${XB} CHECKSIGADD ${XC} CHECKSIGADD 2 NUMEQUALVERIFY 5 CHECKSEQUENCEVERIFY`,
    }).map(([name, text]) => [/\bENDIF\b/.test(text) ? `${name} ${WITH_CONDITION}` : name, text]),
  ),
);

function assembled(texts: Record<string, string>): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, assemble(text)]));
}
