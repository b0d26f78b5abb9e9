import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import { ALL_EPOCH_NAMES } from '../../../clarity/epoch.js';
import type { ContractRecord } from '../../../clarity/state.js';
import { deserializeKey, serialize } from '../../../clarity/values.js';
import type { ClarityVersion } from '../../../clarity/version.js';
import type { PrincipalReader, PrincipalWriter } from './principals.js';

export function writeContract(writer: ByteWriter, principals: PrincipalWriter, record: ContractRecord): void {
  principals.write(writer, record.id);
  writer.number(record.version);
  writer.text(record.epoch);
  writer.number(record.height);
  writer.text(record.source);
  writer.number(record.firstSlot);
  writer.number(record.dataSize);
  writer.list([...record.constants], ([name, value]) => {
    writer.text(name);
    writer.bytes(serialize(value));
  });
  writer.list([...record.caps], ([name, cap]) => {
    writer.text(name);
    writer.amount(cap);
  });
}

export function readContract(reader: ByteReader, principals: PrincipalReader): ContractRecord {
  return {
    id: principals.read(),
    version: reader.number() as ClarityVersion,
    epoch: readEpoch(reader.text()),
    height: reader.number(),
    source: reader.text(),
    firstSlot: reader.number(),
    dataSize: reader.number(),
    constants: new Map(reader.list(() => [reader.text(), deserializeKey(reader.bytesCopy())])),
    caps: new Map(reader.list(() => [reader.text(), reader.amount()])),
  };
}

function readEpoch(name: string): ContractRecord['epoch'] {
  const known = ALL_EPOCH_NAMES.find((one) => one === name);
  if (known === undefined) throw new RangeError(`no epoch has the name ${name}`);
  return known;
}
