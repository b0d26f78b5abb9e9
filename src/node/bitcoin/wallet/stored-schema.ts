import { FormatError } from '../../../storage/schema/format-error.js';
import { dictionary, flag, hex, list, object, oneOf, optional, pair, type Schema, text, whole } from '../../../storage/schema/schema.js';
import { MAX_RANGE } from '../rpc/arguments/parse-range.js';
import type { Backup } from './backup.js';
import type { StoredWallet } from './stored.js';

type BackupDescriptor = Backup['descriptors'][number];
type BackupTransaction = Backup['transactions'][number];
type Cache = NonNullable<StoredWallet['cache']>;

/** Marks a file as a backup. */
export const FORMAT = 'wallet of the embedded Bitcoin node, version 2';

const TXID = hex(32);
/** The most characters of the scripts of one index: `combo()` has four. */
const MAX_SCRIPTS = 100_000;

const TIME = whole(0, 2 ** 32 - 1);
const INDEX = whole(0, 2 ** 31 - 1);

const DESCRIPTOR_FIELDS = object<BackupDescriptor>({
  active: flag,
  begin: INDEX,
  end: whole(-1, 2 ** 31 - 1),
  internal: optional(flag),
  next: INDEX,
  timestamp: TIME,
  text: text(),
});
/** Every index of a range becomes a script. */
const DESCRIPTOR: Schema<BackupDescriptor> = {
  read(value) {
    const descriptor = DESCRIPTOR_FIELDS.read(value);
    const { begin, end, next } = descriptor;
    if (end - begin >= MAX_RANGE) throw new FormatError(`a range of at most ${MAX_RANGE} indexes`, `${begin} to ${end}`, ['end']);
    if (next - begin > MAX_RANGE) throw new FormatError(`an index of the range from ${begin} to ${end}`, `${next}`, ['next']);
    return descriptor;
  },
};

const BACKUP = {
  format: oneOf(FORMAT),
  name: text(),
  privateKeys: flag,
  blank: flag,
  avoidReuse: flag,
  birth: TIME,
  passphrase: optional(object<NonNullable<Backup['passphrase']>>({ salt: hex(), hash: hex(32) })),
  descriptors: list(DESCRIPTOR),
  labels: list(pair(text(), object<Backup['labels'][number][1]>({ label: text(), purpose: oneOf('receive', 'send') }))),
  locks: optional(list(object<{ txid: string; vout: number }>({ txid: TXID, vout: whole(0, 2 ** 32 - 1) }))),
  transactions: list(
    object<BackupTransaction>({
      hex: hex(),
      time: TIME,
      received: TIME,
      comment: optional(text()),
      to: optional(text()),
      replaces: optional(text()),
      replacedBy: optional(text()),
      abandoned: optional(flag),
    }),
  ),
};

const SCRIPT = hex();
const SCRIPTS: Schema<string> = {
  read(value) {
    const scripts = text(MAX_SCRIPTS).read(value);
    for (const script of scripts.split(' ')) SCRIPT.read(script);
    return scripts;
  },
};

const CACHE = object<Cache>({
  scripts: dictionary(list(SCRIPTS, MAX_RANGE)),
  spenders: list(pair(text(), list(TXID))),
  tip: optional(TXID),
});

/** A wallet of a state file. It has its scripts, which take seconds to derive. */
export const STORED_SCHEMA: Schema<StoredWallet> = object<StoredWallet>({ ...BACKUP, cache: CACHE });

/** A wallet of a folder, or a backup, which has no cache. */
export const FILE_SCHEMA: Schema<StoredWallet> = object<StoredWallet>({ ...BACKUP, cache: optional(CACHE) });
