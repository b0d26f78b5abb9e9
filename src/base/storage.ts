export { AscendingNumbers } from './storage/ascending-numbers.js';
export { ByteReader } from './storage/byte-reader.js';
export { ByteWriter } from './storage/byte-writer.js';
export { at, atAsync, FormatError } from './storage/format-error.js';
export { HashIndex } from './storage/hash-index.js';
export type { PartWriter } from './storage/part-writer.js';
export { bytesOfPart, PartsImage } from './storage/parts-image.js';
export { type PartChanges, PartsWriter } from './storage/parts-writer.js';
export { RecentMap } from './storage/recent-map.js';
export { RecordLog, StoredRecord } from './storage/record-log.js';
export {
  dictionary,
  double,
  either,
  flag,
  hex,
  list,
  matching,
  nullable,
  object,
  oneOf,
  optional,
  pair,
  pattern,
  readJson,
  type Schema,
  text,
  variants,
  whole,
} from './storage/schema.js';
