import {
  dictionary,
  FormatError,
  flag,
  hex,
  list,
  object,
  oneOf,
  optional,
  pair,
  type Schema,
  text,
  whole,
} from '../../../base/storage.js';
import { MAX_RANGE } from '../rpc/arguments/parse-range.js';
import type { WalletDescriptor, WalletState, WalletTx } from './state.js';

type Notes = Omit<WalletTx, 'record' | 'madeAt'>;

export type Backup = Pick<WalletState, 'privateKeys' | 'blank' | 'avoidReuse' | 'birth'> & {
  format: string;
  name: string;
  passphrase?: WalletState['passphrase'];
  descriptors: (Pick<WalletDescriptor, 'active' | 'begin' | 'end' | 'internal' | 'next' | 'timestamp'> & { text: string })[];
  labels: [address: string, entry: { label: string; purpose: 'receive' | 'send' }][];
  /** The locked outputs that stay locked. */
  locks?: { txid: string; vout: number }[];
  /** Those of the wallet, oldest first: also what no block has. */
  transactions: (Notes & { hex: string })[];
};

/**
 * A wallet in the folder of its node. Besides what a backup has, it keeps what only the node itself may rely on, so that a start neither
 * derives keys nor reads the chain again.
 */
export type StoredWallet = Backup & {
  cache?: {
    /** The known scripts of each descriptor in hex, by its public text: those of each index, separated by spaces. */
    scripts: Record<string, string[]>;
    /** `WalletState.spenders`. */
    spenders: [outPoint: string, txids: readonly string[]][];
    /** The hash of the block up to which the wallet is complete, if it was loaded. */
    tip: string | undefined;
  };
};

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
/** Every index of a range becomes a script. A range that was imported grows by what was used of it. */
const LONGEST = 2 * MAX_RANGE;

/** A descriptor with a range that can be derived. */
const DESCRIPTOR: Schema<BackupDescriptor> = {
  read(value) {
    const descriptor = DESCRIPTOR_FIELDS.read(value);
    const { begin, end, next } = descriptor;
    if (end - begin >= LONGEST) throw new FormatError(`a range of at most ${LONGEST} indexes`, `${begin} to ${end}`, ['end']);
    if (next - begin > LONGEST) throw new FormatError(`an index of the range from ${begin} to ${end}`, `${next}`, ['next']);
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
      despite: optional(TXID),
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
  scripts: dictionary(list(SCRIPTS, LONGEST)),
  spenders: list(pair(text(), list(TXID))),
  tip: optional(TXID),
});

/** A wallet of a state file. It has its scripts, which take seconds to derive. */
export const STORED_SCHEMA: Schema<StoredWallet> = object<StoredWallet>({ ...BACKUP, cache: CACHE });

/** A wallet of a folder, or a backup, which has no cache. */
export const FILE_SCHEMA: Schema<StoredWallet> = object<StoredWallet>({ ...BACKUP, cache: optional(CACHE) });
