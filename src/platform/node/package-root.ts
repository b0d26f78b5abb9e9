import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this package: the first one above this file with a licence. The folder of the bundle has a manifest, too. */
export const packageRoot = folderOfLicence(new URL('./', import.meta.url));

/** What the first start with the default settings would put into the cache, made by the build. It has the folders of a cache. */
export const packagedCache = fileURLToPath(new URL('dist/cache/', packageRoot));

function folderOfLicence(folder: URL): URL {
  const above = new URL('../', folder);
  return existsSync(new URL('LICENSE', folder)) || above.href === folder.href ? folder : folderOfLicence(above);
}
