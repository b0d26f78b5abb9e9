import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this package: the first one with a manifest above the folder of this file, as that of the bundle has one, too. */
export const packageRoot = folderOfManifest(new URL('../', import.meta.url));

/** What the first start with the default settings would put into the cache, made by the build. It has the folders of a cache. */
export const packagedCache = fileURLToPath(new URL('dist/cache/', packageRoot));

function folderOfManifest(folder: URL): URL {
  const above = new URL('../', folder);
  return existsSync(new URL('package.json', folder)) || above.href === folder.href ? folder : folderOfManifest(above);
}
