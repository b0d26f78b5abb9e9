import type { Manifest } from '../node/manifest.js';

/** Set by `scripts/bundle.mjs`. */
declare const MANIFEST: Manifest;

export const readManifest = (): Manifest => MANIFEST;
