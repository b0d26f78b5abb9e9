// The native libraries of the npm package `secp256k1`, and its checks of arguments. `scripts/bundle.mjs` copies the libraries: the package
// itself has a script at install, and pulls `elliptic`.
const { existsSync }: typeof import('node:fs') = require('node:fs');

/** The libraries by platform and architecture, for musl with its name. */
const LIBRARIES: Record<string, () => { Secp256k1: new () => unknown }> = {
  'darwin-arm64': () => require('secp256k1/prebuilds/darwin-arm64/secp256k1.node'),
  'linux-x64': () => require('secp256k1/prebuilds/linux-x64/secp256k1.glibc.node'),
  'linux-x64-musl': () => require('secp256k1/prebuilds/linux-x64/secp256k1.musl.node'),
  'win32-x64': () => require('secp256k1/prebuilds/win32-x64/secp256k1.node'),
};

/** Alpine is the distribution with musl that Node is commonly run on. On another one the library for glibc fails to load. */
const machine = `${process.platform}-${process.arch}${existsSync('/etc/alpine-release') ? '-musl' : ''}`;
const library = LIBRARIES[machine];
if (library === undefined) throw new Error(`secp256k1 has no library for ${machine}`);
module.exports = require('secp256k1/lib/index.js')(new (library().Secp256k1)());
