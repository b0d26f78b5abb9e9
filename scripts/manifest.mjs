// What of package.json a published package has: see docs/decisions/0045-an-install-is-small.md.
//   node scripts/manifest.mjs publish   before `npm pack` reads package.json
//   node scripts/manifest.mjs restore   after it
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'package.json');
const saved = path.join(root, '.package.json');

/** Dependencies of which the bundle has copies. An install of the package does without them. */
const BUNDLED = ['bitcoin-core', 'dockerode'];
/** What only a checkout uses. `prepare` would be reported by npm as a script at install. */
const OF_A_CHECKOUT = ['//', 'devDependencies', 'imports', 'knip', 'scripts'];

/** Reads the manifest of the checkout, also while the published one is in its place. */
export function manifestOfCheckout() {
  return JSON.parse(readFileSync(existsSync(saved) ? saved : file, 'utf8'));
}

/** Returns the manifest that users install. */
export function publishedManifest(manifest) {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !OF_A_CHECKOUT.includes(key)));
  const dependencies = Object.entries(manifest.dependencies).filter(([name]) => !BUNDLED.includes(name));
  return { ...kept, exports: withTypes(manifest.exports), dependencies: Object.fromEntries(dependencies) };
}

/** A checkout has its sources for types, the package the declarations that its exports reach. */
function withTypes(exports) {
  const declaration = (file) => file.replace('./src/', './types/').replace(/\.ts$/, '.d.ts');
  const target = (entry) => (typeof entry === 'object' ? { ...entry, types: declaration(entry.types) } : entry);
  return Object.fromEntries(Object.entries(exports).map(([id, entry]) => [id, target(entry)]));
}

function publish() {
  const textOf = (manifest) => `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`;
  if (!existsSync(saved)) renameSync(file, saved);
  // After an interrupted `npm pack` it is there already.
  else if (readFileSync(file, 'utf8') !== textOf(manifestOfCheckout()))
    throw new Error(`${saved} is of an interrupted npm pack, but package.json has changed since: keep what you need, and delete ${saved}`);
  writeFileSync(file, textOf(manifestOfCheckout()));
}

function restore() {
  if (existsSync(saved)) renameSync(saved, file);
}

if (process.argv[1] === import.meta.filename) {
  const [command] = process.argv.slice(2);
  if (command === 'publish') publish();
  else if (command === 'restore') restore();
  else throw new Error(`${command}: expected publish or restore`);
}
