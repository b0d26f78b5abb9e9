import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import type { PoxAddress } from '../chain/pox/pox-address.js';
import type { ChosenSigners } from '../chain/pox/reward-set.js';

export function writeSigners(writer: ByteWriter, { cycle, tenureHeight, set }: ChosenSigners): void {
  writer.number(cycle);
  writer.number(tenureHeight);
  writer.amount(set.threshold);
  writer.list(set.addresses, (address) => writeAddress(writer, address));
  writer.optional(set.payout, (address) => writeAddress(writer, address));
  writer.list(set.signers, ({ key, stacked, weight }) => {
    writer.bytes(Buffer.from(key, 'hex'));
    writer.amount(stacked);
    writer.amount(weight);
  });
}

export function readSigners(reader: ByteReader): ChosenSigners {
  return {
    cycle: reader.number(),
    tenureHeight: reader.number(),
    set: {
      threshold: reader.amount(),
      addresses: reader.list(() => readAddress(reader)),
      payout: reader.optional(() => readAddress(reader)),
      signers: reader.list(() => ({ key: reader.bytes().toString('hex'), stacked: reader.amount(), weight: reader.amount() })),
    },
  };
}

function writeAddress(writer: ByteWriter, { version, hash }: PoxAddress): void {
  writer.number(version);
  writer.bytes(hash);
}

function readAddress(reader: ByteReader): PoxAddress {
  return { version: reader.number(), hash: Buffer.from(reader.bytes()) };
}
