import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PLATFORM = '#platform/';
const sources = path.resolve(import.meta.dirname, '../src');
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
const tsx = new Set(files.filter((file) => file.endsWith('.tsx')));

/** Returns the file of a module of the sources, which is imported with the name that it has in `dist`. */
function sourceOf(file) {
  const typed = file.replace(/\.([cm]?)js$/, '.$1ts');
  return tsx.has(path.relative(sources, `${typed}x`)) ? `${typed}x` : typed;
}

const PASSES_ON = /^export (type )?(?:\{([^}]*)\}|\* as (\w+)) from '([^']+)';\s*/gm;
const IMPORT = /^(import|export) (type )?\{([^}]*)\} from '(\.[^']+|#platform\/[^']+)';/gm;
const namesOf = (list) => list.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));

const isOfPlatform = /^platform.(?:node|browser).[\w-]+\.ts$/;
/** Files that only pass names on, the doors of rooms and modules of the platform: where each name comes from, by file. */
const doors = new Map(
  files
    .filter((file) => file.endsWith('.ts') && (file.split(path.sep).length === 2 || isOfPlatform.test(file)))
    .flatMap((name) => {
      const file = path.join(sources, name);
      const text = readFileSync(file, 'utf8');
      if (text === '' || text.replaceAll(PASSES_ON, '') !== '') return [];
      const passed = [...text.matchAll(PASSES_ON)].flatMap(([, , list, all, id]) => {
        const from = id.startsWith('.') ? path.resolve(path.dirname(file), id) : id;
        if (all !== undefined) return [[all, { from, all }]];
        return namesOf(list).map((item) => {
          const [inner, outer = inner] = item.replace(/^type /, '').split(' as ');
          return [outer, { from, inner }];
        });
      });
      return [[file, new Map(passed)]];
    }),
);

/** Returns the file that an import of a source means. */
function target(id, file, platform) {
  if (id.startsWith(PLATFORM)) return sourceOf(path.join(sources, 'platform', platform, id.slice(PLATFORM.length)));
  return sourceOf(path.resolve(path.dirname(file), id));
}

/**
 * Returns the text of a source with imports past the doors: a bundle would load all of a door for one of its names.
 * Lines stay where they are.
 * @param platform 'node' or 'browser'
 */
export function pastDoors(text, file, platform) {
  return text.replaceAll(IMPORT, (statement, keyword, type, list, id) => {
    const door = doors.get(target(id, file, platform));
    if (door === undefined) return statement;
    const direct = namesOf(list).map((item) => {
      const [name, local = name] = item.replace(/^type /, '').split(' as ');
      const { from, inner, all } = door.get(name);
      const relative = path.relative(path.dirname(file), from).split(path.sep).join('/');
      const specifier = `'${path.isAbsolute(from) ? (relative.startsWith('.') ? relative : `./${relative}`) : from}'`;
      if (all !== undefined) return `${keyword} * as ${local} from ${specifier};`;
      return `${keyword} ${type ?? (item.startsWith('type ') ? 'type ' : '')}{ ${inner} as ${local} } from ${specifier};`;
    });
    return direct.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });
}

/**
 * A plugin of esbuild that finds modules of the sources: those of the platform, which are imported by a name as in `dist`, and those behind
 * the doors of rooms.
 * @param platform 'node' or 'browser'
 */
export const rooms = (platform) => ({
  name: 'rooms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#platform\// }, ({ path: id, importer }) => ({ path: target(id, importer, platform) }));
    onLoad({ filter: /\.c?tsx?$/ }, ({ path: file }) => {
      if (!file.startsWith(`${sources}${path.sep}`)) return undefined;
      return { contents: pastDoors(readFileSync(file, 'utf8'), file, platform), loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});
