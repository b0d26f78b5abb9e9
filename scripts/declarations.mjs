// Part of the build: writes the declarations of the package into `types`, as far as its exports reach them. A door (a file that only passes
// names on) keeps the names that are used.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { manifestOfCheckout, publishedManifest } from './manifest.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** Returns what a declaration file takes from others: for each statement its module and the names, '*' for all. */
function importsOf(source) {
  const found = [];
  const add = (id, names) => id !== undefined && found.push({ id: id.text, names });
  const named = (bindings) => bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const names = bindings !== undefined && ts.isNamedImports(bindings) ? named(bindings) : ['*'];
      add(node.moduleSpecifier, node.importClause?.name === undefined ? names : [...names, 'default']);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      add(node.moduleSpecifier, node.exportClause !== undefined && ts.isNamedExports(node.exportClause) ? named(node.exportClause) : ['*']);
    } else if (ts.isImportTypeNode(node)) {
      let first = node.qualifier;
      while (first !== undefined && ts.isQualifiedName(first)) first = first.left;
      add(node.argument.literal, [first?.text ?? '*']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isDoor = ({ statements }) =>
  statements.length > 0 &&
  statements.every(
    (statement) =>
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier !== undefined &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause),
  );

/**
 * Returns the declarations that exports reach.
 * @param exports of a manifest, with `types` below `dist`
 * @returns the text of each file by its path below `dist`, and the modules that these import
 */
export function reachedDeclarations({ exports }) {
  const parsed = new Map();
  const parse = (file) => {
    if (!parsed.has(file)) {
      const source = ts.createSourceFile(file, readFileSync(path.join(dist, file), 'utf8'), ts.ScriptTarget.Latest, true);
      parsed.set(file, { source, isDoor: isDoor(source), used: new Set() });
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
    types === undefined ? [] : [{ file: types.replace('./dist/', ''), names: ['*'] }],
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
  const files = new Map([...parsed].map(([file, { source, isDoor: passes, used }]) => [file, passes ? textOf(source, used) : source.text]));
  return { files, modules };
}

/** What a door passes on of the names that are used. */
function passedOn({ statements }, isUsed) {
  return statements.map(({ moduleSpecifier, exportClause }) => ({
    id: moduleSpecifier.text,
    names: exportClause.elements.filter(({ name }) => isUsed(name.text)).map(({ propertyName, name }) => (propertyName ?? name).text),
  }));
}

/** The text of a door with the names that are used. */
function textOf(source, used) {
  if (used.has('*')) return source.text;
  const lines = source.statements.flatMap(({ moduleSpecifier, exportClause, isTypeOnly }) => {
    const kept = exportClause.elements.filter(({ name }) => used.has(name.text)).map((element) => element.getText(source));
    return kept.length === 0
      ? []
      : [`export ${isTypeOnly ? 'type ' : ''}{ ${kept.join(', ')} } from ${moduleSpecifier.getText(source)};\n`];
  });
  return lines.join('');
}

/**
 * Writes declarations into a folder, with the tree that they have in `dist`. Only the files of this package find the platform by its name.
 * @returns the modules that they import
 */
export function writeDeclarations(manifest, folder) {
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
  const manifest = manifestOfCheckout();
  checkModules(writeDeclarations(manifest, path.join(root, 'types')), publishedManifest(manifest));
}
