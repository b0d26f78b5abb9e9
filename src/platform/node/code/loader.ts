import { fileURLToPath } from 'node:url';
import { packagedCache, packageRoot } from '../package-root.js';
import { createChunks } from './chunks.js';
import { CODE_FOLDER, codeFolder } from './folder.js';

/** Set by `scripts/bundle.mjs`. Undefined where the code runs unbundled: then there are no chunks. */
declare const BUILD: string | undefined;

/** Identifies the contents of the bundle. @public read by scripts/make-cache.mjs */
export const build = typeof BUILD === 'string' ? BUILD : 'none';

/** Set by `scripts/bundle.mjs`: the oldest version of Node that this package runs on. */
declare const OLDEST_NODE: string | undefined;

/** Ends a program on an older Node before it fails somewhere else, for example at `toSorted`. @throws Error */
function checkNode(oldest: string, version: string): void {
  const [[major = 0, minor = 0] = [], [needed = 0, neededMinor = 0] = []] = [version, oldest].map((text) => text.split('.').map(Number));
  if (major > needed || (major === needed && minor >= neededMinor)) return;
  const advice = `Install a newer one, for example with: nvm install ${needed}`;
  const error = new Error(`stacks-devnet needs Node.js ${oldest} or later. This is Node.js ${version}. ${advice}`);
  // Its frames would hide the message.
  error.stack = error.message;
  throw error;
}
if (typeof OLDEST_NODE === 'string') checkNode(OLDEST_NODE, process.versions.node);

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
