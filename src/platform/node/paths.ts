export { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
