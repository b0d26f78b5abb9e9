import { hash160 } from '../../crypto/hash.js';
import { pushData, pushNumber } from '../build.js';
import { OP } from '../opcodes.js';
import type { Expression } from './expression.js';

/** An opcode, bytes to push, the push of a number, or a subexpression. */
type Part = number | Uint8Array | { number: number } | Expression<Uint8Array>;

const PREIMAGE_SIZE = 32;
const WITH_VERIFY = new Map<number, number>([
  [OP.CHECKSIG, OP.CHECKSIGVERIFY],
  [OP.CHECKMULTISIG, OP.CHECKMULTISIGVERIFY],
  [OP.EQUAL, OP.EQUALVERIFY],
  [OP.NUMEQUAL, OP.NUMEQUALVERIFY],
]);

/** Returns the script of an expression. Its keys are as in scripts: 33 bytes in P2WSH, 32 in a tapscript. */
export function encodeMiniscript(root: Expression<Uint8Array>): Uint8Array {
  const made: Uint8Array[] = [];
  const todo: Part[] = [root];
  let last: number | undefined;
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (typeof part === 'object' && 'fragment' in part) {
      todo.push(...layout(part).reverse());
      continue;
    }
    const merged: number | undefined = part === OP.VERIFY ? WITH_VERIFY.get(last ?? -1) : undefined;
    if (merged !== undefined) made.pop();
    last = typeof part === 'number' ? (merged ?? part) : undefined;
    if (typeof part === 'number') made.push(Uint8Array.of(merged ?? part));
    else made.push('number' in part ? pushNumber(part.number) : pushData(part));
  }
  return new Uint8Array(Buffer.concat(made));
}

/** Returns the parts of an expression's script. */
function layout({ fragment, subs, keys, k, hash }: Expression<Uint8Array>): Part[] {
  const [x, y, z] = subs as [Expression<Uint8Array>, Expression<Uint8Array>, Expression<Uint8Array>];
  const preimage = (opcode: number): Part[] => [OP.SIZE, { number: PREIMAGE_SIZE }, OP.EQUALVERIFY, opcode, hash, OP.EQUAL];
  switch (fragment) {
    case '0':
      return [OP[0]];
    case '1':
      return [OP[1]];
    case 'pk_k':
      return keys;
    case 'pk_h':
      return [OP.DUP, OP.HASH160, ...keys.map(hash160), OP.EQUALVERIFY];
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
      return [{ number: k }, ...keys, { number: keys.length }, OP.CHECKMULTISIG];
    case 'multi_a':
      return [...keys.flatMap((key, index) => [key, index === 0 ? OP.CHECKSIG : OP.CHECKSIGADD]), { number: k }, OP.NUMEQUAL];
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
