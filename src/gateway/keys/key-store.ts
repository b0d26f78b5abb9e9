/** A key as it is kept: who has the store cannot use it. */
export type KeyEntry = {
  /** Names the key to people; no secret. */
  id: string;
  /** The owner's name for the key; may be empty. */
  name: string;
  /** SHA-256 of the key, as hex. */
  hash: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; absent while it is good. */
  revokedAt?: string | undefined;
};

/** Where the entries of API keys are: in a file, or in Redis. */
export type KeyStore = {
  /** Returns all entries, oldest first. @throws DevnetError INVALID_INPUT, NOT_REACHABLE */
  list(): Promise<KeyEntry[]>;
  /** Adds an entry, or replaces the one with the same id. @throws DevnetError INVALID_INPUT, BUSY, NOT_REACHABLE */
  put(entry: KeyEntry): Promise<void>;
};

/** The good keys of a store, as it is now. */
export type KeyRing = {
  /** The id of a key; undefined when it is unknown or revoked. @throws DevnetError INVALID_INPUT, NOT_REACHABLE */
  find(key: string): Promise<string | undefined>;
};
