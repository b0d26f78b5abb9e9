import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { type CodeByChunk, readCode, writeCode } from './code-file.js';

/** Packages whose modules a chunk imports, by the names that it uses: they may be ES modules, which a chunk cannot load by itself. */
type Packages = Readonly<Record<string, unknown>>;
type Exports = Readonly<Record<string, unknown>>;

/**
 * Where stack traces show the chunks. V8 keeps the name of a script in its code, which may come from the build or from another
 * installation: their folders would be in the stack traces.
 */
const SHOWN_FOLDER = 'node_modules/stacks-devnet/bundle';

/** What every chunk evaluates to. `scripts/bundle.mjs` makes them. */
type ChunkFunction = (
  require: (id: string) => unknown,
  chunk: (name: string) => Exports,
  load: LoadChunk,
  importModule: (id: string) => Promise<unknown>,
  importMetaUrl: string,
  dirname: string,
) => Exports;
type LoadChunk = (name: string, packages: readonly string[]) => Promise<Exports>;

type Chunk = { exports: Exports; script: Script; isCached: boolean };

export type ChunksOptions = {
  /** Where the chunks are. */
  folder: string;
  /** Identifies their contents. */
  build: string;
  /** Folders with V8's code of chunks. The first one is written. */
  caches: readonly [string, ...string[]];
};

/** The files of a bundle, each of which is evaluated once. */
export type Chunks = {
  /** Evaluates a chunk and what it needs. @throws what they throw */
  load(name: string, packages?: Packages): Exports;
  /** Stores the code that V8 has compiled so far, unless it is stored already. Without effect if the folder is not writable. */
  keepCode(): void;
};

/**
 * Loads chunks with the code that V8 compiled in an earlier process. Compiling them takes a fifth of a start. `enableCompileCache` of later
 * versions of Node saves less: docs/decisions/0053-what-only-node-20-needs.md. A file of code has what one entry needs, for one version
 * and one set of flags of V8.
 */
export function createChunks({ folder, build, caches }: ChunksOptions): Chunks {
  const chunks = new Map<string, Chunk>();
  const found = new Map<string, Buffer>();
  const requirePackage = createRequire(path.join(folder, 'package.json'));
  const importMetaUrl = pathToFileURL(path.join(folder, 'chunk.js')).href;
  let packages: Packages = {};
  let firstEntry: string | undefined;

  return { load, keepCode };

  function load(name: string, given: Packages = {}): Exports {
    packages = { ...packages, ...given };
    if (!chunks.has(name)) {
      firstEntry ??= name;
      const code = readFirst(caches.map((cache) => path.join(cache, fileName(name, build))));
      for (const [chunk, bytes] of code ?? []) found.set(chunk, bytes);
    }
    return evaluate(name);
  }

  function evaluate(name: string): Exports {
    const known = chunks.get(name);
    if (known !== undefined) return known.exports;
    const cachedData = found.get(name);
    // The build makes sure that all characters are ASCII: V8 needs half the memory then, and nothing is decoded.
    const script = new Script(readFileSync(path.join(folder, name), 'latin1'), { filename: `${SHOWN_FOLDER}/${name}`, cachedData });
    found.delete(name);
    const run = script.runInThisContext() as ChunkFunction;
    const exports = run(requireFor, evaluate, loadLater, (id) => import(id), importMetaUrl, folder);
    chunks.set(name, { exports, script, isCached: script.cachedDataRejected === false });
    return exports;
  }

  function requireFor(id: string): unknown {
    return packages[id] ?? requirePackage(id);
  }

  async function loadLater(name: string, ids: readonly string[]): Promise<Exports> {
    const missing = ids.filter((id) => packages[id] === undefined);
    const imported = await Promise.all(missing.map((id) => import(id)));
    packages = { ...packages, ...Object.fromEntries(missing.map((id, i) => [id, imported[i]])) };
    return evaluate(name);
  }

  function keepCode(): void {
    const isKept = [...chunks.values()].every(({ isCached }) => isCached);
    if (firstEntry === undefined || isKept) return;
    const compiled = [...chunks].map(([name, { script }]) => [name, script.createCachedData()] as const);
    writeCode(path.join(caches[0], fileName(firstEntry, build)), new Map([...found, ...compiled]));
    for (const chunk of chunks.values()) chunk.isCached = true;
  }
}

function readFirst(files: readonly string[]): CodeByChunk | undefined {
  for (const file of files) {
    const code = readCode(file);
    if (code !== undefined) return code;
  }
  return undefined;
}

/** V8 refuses code of another version or of other flags. Both are in the first bytes of any code that it compiles. */
function fileName(entry: string, build: string): string {
  const version = new Script('').createCachedData().toString('hex', 0, 16);
  return `${path.parse(entry).name}-${build}-${process.platform}-${process.arch}-${version}.code`;
}
