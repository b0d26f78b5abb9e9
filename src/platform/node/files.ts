export { createReadStream, readFileSync } from 'node:fs';
export { access, appendFile, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
