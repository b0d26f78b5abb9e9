import { fileURLToPath } from 'node:url';

/** The folder of this package. Like this file, every file of the bundle is one folder below it. */
export const packageRoot = new URL('../', import.meta.url);

/** What the first start with the default settings would put into the cache, made by the build. It has the folders of a cache. */
export const packagedCache = fileURLToPath(new URL('dist/cache/', packageRoot));
