/** A file of the bundle, which `scripts/make-cache.mjs` writes: what a start with the default settings keeps, in base64, by folder and name. */
export declare const packaged: Readonly<Record<string, string>>;
