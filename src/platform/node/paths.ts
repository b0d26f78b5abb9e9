export { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
export { pathToFileURL } from 'node:url';
