import { readdirSync } from 'node:fs';
import path from 'node:path';

const sources = path.resolve(import.meta.dirname, '../src');
const tsx = new Set(readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx')));
const within = (folder, file) => file === folder || file.startsWith(`${folder}${path.sep}`);

/** Returns the file of a module of the sources, which is imported with the name that it has in `dist`. */
function sourceOf(file) {
  const typed = file.replace(/\.([cm]?)js$/, '.$1ts');
  return tsx.has(path.relative(sources, `${typed}x`)) ? `${typed}x` : typed;
}

/**
 * A plugin of esbuild that finds modules of the sources. The platform is imported by a name, as in `dist`; browsers have another one. A door
 * has what other rooms need, and a bundle what its entries need: a module that gives nothing to an importer is left out, unless it is kept.
 * @param platform 'node' or 'browser'
 * @param kept the files to keep
 */
export const rooms = (platform, kept = new Set()) => ({
  name: 'rooms',
  setup({ onResolve }) {
    const found = (file) => ({ path: file, sideEffects: kept.has(file) });
    onResolve({ filter: /^#platform\// }, ({ path: id }) => found(sourceOf(path.join(sources, 'platform', platform, id.slice(10)))));
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path: id, resolveDir, kind }) =>
      kind !== 'require-call' && within(sources, resolveDir) ? found(sourceOf(path.join(resolveDir, id))) : undefined,
    );
  },
});
