import { hash160 } from '../../crypto/hash.js';
import { pushData, pushNumber } from '../build.js';
import { OP } from '../opcodes.js';
import type { Expression } from './expression.js';

/** An opcode, bytes to push, the push of a number, of a key or of a key's hash, or a subexpression. */
type Part<Key> = number | Uint8Array | { number: number } | { key: Key; hashed: boolean } | Expression<Key>;

const PREIMAGE_SIZE = 32;
const WITH_VERIFY = new Map<number, number>([
  [OP.CHECKSIG, OP.CHECKSIGVERIFY],
  [OP.CHECKMULTISIG, OP.CHECKMULTISIGVERIFY],
  [OP.EQUAL, OP.EQUALVERIFY],
  [OP.NUMEQUAL, OP.NUMEQUALVERIFY],
]);

/**
 * Returns what makes the script of an expression from the bytes of its keys, which are as in scripts: 33 bytes in P2WSH, 32 in a tapscript.
 * The script of each index of a descriptor is made in this way: what is between the keys is encoded once.
 */
export function compileMiniscript<Key>(root: Expression<Key>): (bytesOf: (key: Key) => Uint8Array) => Uint8Array {
  const made: (Uint8Array | { key: Key; hashed: boolean })[] = [];
  /** The bytes since the last key. */
  let bytes: number[] = [];
  const todo: Part<Key>[] = [root];
  let last: number | undefined;
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (typeof part === 'object' && 'fragment' in part) {
      todo.push(...layout(part).reverse());
      continue;
    }
    const merged: number | undefined = part === OP.VERIFY ? WITH_VERIFY.get(last ?? -1) : undefined;
    if (merged !== undefined) bytes.pop();
    last = typeof part === 'number' ? (merged ?? part) : undefined;
    if (typeof part === 'number') bytes.push(merged ?? part);
    else if ('key' in part) {
      made.push(Uint8Array.from(bytes), part);
      bytes = [];
    } else bytes.push(...('number' in part ? pushNumber(part.number) : pushData(part)));
  }
  made.push(Uint8Array.from(bytes));
  return (bytesOf) => {
    const push = ({ key, hashed }: { key: Key; hashed: boolean }) => pushData(hashed ? hash160(bytesOf(key)) : bytesOf(key));
    return new Uint8Array(Buffer.concat(made.map((part) => ('key' in part ? push(part) : part))));
  };
}

/** Returns the parts of an expression's script. */
function layout<Key>({ fragment, subs, keys, k, hash }: Expression<Key>): Part<Key>[] {
  const [x, y, z] = subs as [Expression<Key>, Expression<Key>, Expression<Key>];
  const plain = keys.map((key) => ({ key, hashed: false }));
  const preimage = (opcode: number): Part<Key>[] => [OP.SIZE, { number: PREIMAGE_SIZE }, OP.EQUALVERIFY, opcode, hash, OP.EQUAL];
  switch (fragment) {
    case '0':
      return [OP[0]];
    case '1':
      return [OP[1]];
    case 'pk_k':
      return plain;
    case 'pk_h':
      return [OP.DUP, OP.HASH160, ...keys.map((key) => ({ key, hashed: true })), OP.EQUALVERIFY];
    case 'older':
      return [{ number: k }, OP.CHECKSEQUENCEVERIFY];
    case 'after':
      return [{ number: k }, OP.CHECKLOCKTIMEVERIFY];
    case 'sha256':
      return preimage(OP.SHA256);
    case 'hash256':
      return preimage(OP.HASH256);
    case 'ripemd160':
      return preimage(OP.RIPEMD160);
    case 'hash160':
      return preimage(OP.HASH160);
    case 'multi':
      return [{ number: k }, ...plain, { number: keys.length }, OP.CHECKMULTISIG];
    case 'multi_a':
      return [...plain.flatMap((key, index) => [key, index === 0 ? OP.CHECKSIG : OP.CHECKSIGADD]), { number: k }, OP.NUMEQUAL];
    case 'thresh':
      return [...subs.flatMap((sub, index) => (index === 0 ? [sub] : [sub, OP.ADD])), { number: k }, OP.EQUAL];
    case 'andor':
      return [x, OP.NOTIF, z, OP.ELSE, y, OP.ENDIF];
    case 'and_v':
      return [x, y];
    case 'and_b':
      return [x, y, OP.BOOLAND];
    case 'or_b':
      return [x, y, OP.BOOLOR];
    case 'or_c':
      return [x, OP.NOTIF, y, OP.ENDIF];
    case 'or_d':
      return [x, OP.IFDUP, OP.NOTIF, y, OP.ENDIF];
    case 'or_i':
      return [OP.IF, x, OP.ELSE, y, OP.ENDIF];
    case 'a:':
      return [OP.TOALTSTACK, x, OP.FROMALTSTACK];
    case 's:':
      return [OP.SWAP, x];
    case 'c:':
      return [x, OP.CHECKSIG];
    case 'd:':
      return [OP.DUP, OP.IF, x, OP.ENDIF];
    case 'v:':
      return [x, OP.VERIFY];
    case 'j:':
      return [OP.SIZE, OP['0NOTEQUAL'], OP.IF, x, OP.ENDIF];
    case 'n:':
      return [x, OP['0NOTEQUAL']];
  }
}
