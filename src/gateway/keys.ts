export { fileKeys, readKeys } from './keys/key-file.js';
export { createKeyRing } from './keys/key-ring.js';
export type { KeyEntry, KeyRing, KeyStore } from './keys/key-store.js';
export { createKey, hashKey, NO_TEAM, revokeKey } from './keys/keys.js';
