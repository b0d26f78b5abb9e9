import type { TxIn, TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { type Context, LOCK_TIMES, SEQUENCES } from './generate-context.js';

/** Changes one thing after signing. @returns its name */
export function mutate({ random, tx, spent, index }: Context): string {
  const input = tx.inputs[index] as TxIn;
  const coin = spent[index] as TxOut;
  const flip = (bytes: Uint8Array) => bytes.map((byte, at) => (at === target ? byte ^ (1 << random.below(8)) : byte));
  let target = 0;
  switch (random.below(10)) {
    case 0:
      target = random.below(Math.max(1, input.scriptSig.length));
      input.scriptSig = flip(input.scriptSig);
      return ', scriptSig changed';
    case 1:
    case 2: {
      const at = random.below(Math.max(1, input.witness.length));
      input.witness = input.witness.map((item, place) => {
        target = random.below(Math.max(1, item.length));
        return place === at ? flip(item) : item;
      });
      return ', witness changed';
    }
    case 3:
      input.witness = random.oneIn(2) ? [...input.witness, random.bytes(random.below(3))] : input.witness.slice(1);
      return ', witness longer or shorter';
    case 4:
      coin.value += 1n;
      return ', amount changed';
    case 5:
      tx.lockTime = random.pick(LOCK_TIMES);
      return ', lock time changed';
    case 6:
      input.sequence = random.pick(SEQUENCES);
      return ', sequence changed';
    case 7:
      tx.version = random.pick([0, 1, 2]);
      return ', version changed';
    case 8:
      tx.outputs.push({ value: 0n, scriptPubKey: new Uint8Array(0) });
      return ', output added';
    default:
      input.scriptSig = Uint8Array.of(...(random.oneIn(2) ? [OP.NOP] : [OP[1]]), ...input.scriptSig);
      return ', scriptSig longer';
  }
}
