import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import type { Coin } from './coin.js';

/** Writes the coins that each transaction of a block spent, without when those of another chain came. */
export function writeUndo(writer: ByteWriter, undo: readonly Coin[][]): void {
  writer.list(undo, (coins) =>
    writer.list(coins, ({ value, scriptPubKey, height, coinbase }) => {
      writer.amount(value);
      writer.bytes(scriptPubKey);
      writer.number(height);
      writer.flag(coinbase);
    }),
  );
}

/** The counterpart of {@link writeUndo}. */
export function readUndo(reader: ByteReader): Coin[][] {
  return reader.list(() =>
    reader.list((): Coin => {
      return { value: reader.amount(), scriptPubKey: reader.bytesCopy(), height: reader.number(), coinbase: reader.flag() };
    }),
  );
}
