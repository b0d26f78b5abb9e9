// Part of `npm pack`: writes the declarations of the package into `types`, as far as its exports reach them. A door (a file that only
// passes names on) keeps the names that are used.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { manifestOfCheckout, publishedManifest } from './manifest.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** Where `tsc -p src` writes them. */
const compiled = path.join(root, 'node_modules/.cache/stacks-devnet/declarations');

/** Returns what a declaration file takes from others: for each statement its module and the names, '*' for all. */
function importsOf({ program }) {
  const found = [];
  const nameOf = ({ type, imported, local }) =>
    type === 'ImportNamespaceSpecifier' ? '*' : type === 'ImportDefaultSpecifier' ? 'default' : (imported ?? local).name;
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      found.push({ id: source.value, names: specifiers.length === 0 ? ['*'] : specifiers.map(nameOf) });
    },
    ExportNamedDeclaration({ source, specifiers }) {
      if (source !== null) found.push({ id: source.value, names: specifiers.map(({ local }) => local.name) });
    },
    ExportAllDeclaration: ({ source }) => found.push({ id: source.value, names: ['*'] }),
    TSImportType({ source, qualifier }) {
      let first = qualifier;
      while (first?.type === 'TSQualifiedName') first = first.left;
      found.push({ id: source.value, names: [first?.name ?? '*'] });
    },
  }).visit(program);
  return found;
}

const isDoor = ({ program: { body } }) =>
  body.length > 0 && body.every(({ type, source }) => type === 'ExportNamedDeclaration' && source !== null);

/**
 * Returns the declarations that exports reach.
 * @param exports of a manifest, with `types` below `types`
 * @returns the text of each file by its path, and the modules that these import
 */
export function reachedDeclarations({ exports }) {
  const parsed = new Map();
  const parse = (file) => {
    if (!parsed.has(file)) {
      const text = readFileSync(path.join(compiled, file), 'utf8');
      const source = parseSync(file, text, { lang: 'dts' });
      if (source.errors.length > 0) throw new Error(`${file} does not parse: ${source.errors[0].message}`);
      parsed.set(file, { source, text, isDoor: isDoor(source), used: new Set() });
    }
    return parsed.get(file);
  };
  const modules = new Map();
  const targetOf = (file, id) => {
    const declaration = id.replace(/\.([cm]?)js$/, '.d.$1ts');
    if (id.startsWith('.')) return path.posix.join(path.posix.dirname(file), declaration);
    return id.startsWith('#platform/') ? `platform/node/${declaration.slice('#platform/'.length)}` : undefined;
  };
  const queue = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [{ file: types.replace('./types/', ''), names: ['*'] }],
  );
  for (const { file, names } of queue) {
    const known = parse(file);
    const fresh = names.filter((name) => !known.used.has(name) && !known.used.has('*'));
    if (fresh.length === 0) continue;
    const isFirst = known.used.size === 0;
    for (const name of fresh) known.used.add(name);
    if (!known.isDoor && !isFirst) continue;
    const isPassed = (name) => known.used.has('*') || known.used.has(name);
    for (const { id, names: taken } of known.isDoor ? passedOn(known.source, isPassed) : importsOf(known.source)) {
      const target = targetOf(file, id);
      if (target === undefined) modules.set(id, file);
      else queue.push({ file: target, names: taken });
    }
  }
  const files = new Map(
    [...parsed].map(([file, { source, text, isDoor: passes, used }]) => [file, passes ? textOf(source, text, used) : text]),
  );
  return { files, modules };
}

/** What a door passes on of the names that are used. */
function passedOn({ program }, isUsed) {
  return program.body.map(({ source, specifiers }) => ({
    id: source.value,
    names: specifiers.filter(({ exported }) => isUsed(exported.name)).map(({ local }) => local.name),
  }));
}

/** The text of a door with the names that are used. */
function textOf({ program }, text, used) {
  if (used.has('*')) return text;
  const lines = program.body.flatMap(({ source, specifiers, exportKind }) => {
    const kept = specifiers.filter(({ exported }) => used.has(exported.name)).map(({ start, end }) => text.slice(start, end));
    return kept.length === 0 ? [] : [`export ${exportKind === 'type' ? 'type ' : ''}{ ${kept.join(', ')} } from ${source.raw};\n`];
  });
  return lines.join('');
}

/**
 * Compiles the declarations, and writes those that a manifest reaches into a folder, with the tree of `src`. Only the files of this
 * package find the platform by its name.
 * @returns the modules that they import
 */
export function writeDeclarations(manifest, folder) {
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'src'], { cwd: root, stdio: 'inherit' });
  const { files, modules } = reachedDeclarations(manifest);
  for (const [file, text] of files) {
    const target = path.join(folder, file);
    const up = path.posix.relative(path.posix.dirname(file), 'platform/node');
    const content = text.replaceAll("'#platform/", `'${up.startsWith('.') ? up : `./${up}`}/`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.d\.[cm]?ts$/.test(name) && !files.has(name.split(path.sep).join('/'))) rmSync(path.join(folder, name));
  }
  return modules;
}

/** @throws Error if users get types from a package that they do not have */
function checkModules(modules, { dependencies, peerDependencies }) {
  for (const [id, file] of modules) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)[0];
    if (!isBuiltin(id) && dependencies[name] === undefined && peerDependencies[name] === undefined) {
      throw new Error(`${file} imports types of ${name}, which an install of the package does not have`);
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  const manifest = publishedManifest(manifestOfCheckout());
  checkModules(writeDeclarations(manifest, path.join(root, 'types')), manifest);
}
