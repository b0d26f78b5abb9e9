// Prints the version of a package that the tests of this checkout use: node scripts/ci/version.mjs NAME
import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const [name] = process.argv.slice(2);
const version = { ...read('../../package.json').devDependencies, ...read('../../test/others/package.json').dependencies }[name];
if (version === undefined) throw new RangeError(`no test of this checkout uses ${name}`);
console.log(version);
