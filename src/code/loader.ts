import { fileURLToPath } from 'node:url';
import { packagedCache, packageRoot } from '../package-root.js';
import { createChunks } from './chunks.js';
import { CODE_FOLDER, codeFolder } from './folder.js';

/** Set by `scripts/bundle.mjs`. Undefined where the code runs unbundled: then there are no chunks. */
declare const BUILD: string | undefined;

/** Identifies the contents of the bundle. @public read by scripts/make-cache.mjs */
export const build = typeof BUILD === 'string' ? BUILD : 'none';

/** The bundle of this package: see docs/decisions/0016-the-package-ships-a-bundle.md. */
const bundle = createChunks({
  folder: fileURLToPath(new URL('bundle/', packageRoot)),
  build,
  caches: [codeFolder(process.env), `${packagedCache}${CODE_FOLDER}`],
});

/** Loads an entry of the bundle. @param packages what it imports statically, of those that may be ES modules */
export const load = bundle.load;

/** Stores the code that V8 has compiled so far, so that the next start need not compile it. Takes 20 ms once, and later nothing. */
export const keepCode = bundle.keepCode;
