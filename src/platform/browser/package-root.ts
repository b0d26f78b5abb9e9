/** The bundle has all of the package: nothing is read from a folder. */
export const packageRoot = new URL('http://package.invalid/');
export const packagedCache = '';
