// Turns an ES module of the bundle into a chunk, which src/project/code/chunks.ts loads: a script that V8 can keep compiled.
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/**
 * The parameters of a chunk's function, in its order. Nothing in a chunk may have these names. esbuild itself gives no variable the
 * name `require`.
 */
export const CHUNK = {
  require: 'require',
  chunk: 'bundleChunk',
  load: 'bundleLoad',
  import: 'bundleImport',
  url: 'bundleUrl',
  // For CommonJS packages.
  dirname: '__dirname',
};
/** The name of a default export in its chunk. */
const CHUNK_DEFAULT = 'bundleDefault';

/**
 * Puts the module into a function that returns its exports. Each line stays where it is, because of source maps.
 * @param code an ES module without cycles of imports, as esbuild writes it
 * @param packagesOf returns the packages that the loader must import before it evaluates a chunk
 */
export function toChunk(code, packagesOf) {
  const source = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const requires = [];
  const exported = [];
  const edits = [];
  const replace = (node, by) => edits.push({ from: node.getStart(source), to: node.end, by });
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      requires.push(requiring(statement));
      replace(statement, '\n'.repeat(statement.getText(source).split('\n').length - 1));
    } else if (ts.isExportDeclaration(statement)) {
      if (statement.moduleSpecifier !== undefined) throw new Error(`a chunk exports again: ${statement.getText(source)}`);
      exported.push(...statement.exportClause.elements.map(({ name, propertyName }) => `${name.text}: ${(propertyName ?? name).text}`));
      replace(statement, '\n'.repeat(statement.getText(source).split('\n').length - 1));
    } else if (ts.isExportAssignment(statement)) {
      // A CommonJS package, which import() in Node gives with its names beside the default.
      exported.push(`...${CHUNK_DEFAULT}`, `default: ${CHUNK_DEFAULT}`);
      edits.push({ from: statement.getStart(source), to: statement.expression.getStart(source), by: `const ${CHUNK_DEFAULT} = ` });
    }
  }
  visit(source);
  for (const name of [CHUNK.chunk, CHUNK.load, CHUNK.import, CHUNK_DEFAULT]) {
    if (code.includes(name)) throw new Error(`a chunk has the name ${name}, which its loader needs`);
  }
  let text = code.replace(/[\u0080-\uffff]/g, (character, at) => {
    if (isComment(at)) return '?';
    throw new Error(`a chunk has the character ${character}, which is not ASCII: ${code.slice(Math.max(0, at - 60), at + 20)}`);
  });
  for (const { from, to, by } of edits.sort((a, b) => b.from - a.from)) text = text.slice(0, from) + by + text.slice(to);
  const sourceMap = /\n\/\/# sourceMappingURL=.*\s*$/;
  const [comment = ''] = sourceMap.exec(text) ?? [];
  const parameters = Object.values(CHUNK).join(', ');
  const body = `${requires.join(' ')} ${text.replace(sourceMap, '')}\nreturn { ${exported.join(', ')} };`;
  return `(function (${parameters}) { 'use strict'; ${body} })${comment}`;

  /** Whether no token has the character. */
  function isComment(at, node = source) {
    const child = ts.forEachChild(node, (part) => (part.getStart(source) <= at && at < part.end ? part : undefined));
    return child === undefined ? node.getChildCount(source) > 0 : isComment(at, child);
  }

  function visit(node) {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [id] = node.arguments;
      const chunk = ts.isStringLiteral(id) && id.text.startsWith('./') ? id.text.slice(2) : undefined;
      // A script has no import() without a warning of Node.
      if (chunk === undefined) replace(node.expression, CHUNK.import);
      else replace(node, `${CHUNK.load}("${chunk}", ${JSON.stringify(packagesOf(chunk))})`);
    }
    ts.forEachChild(node, visit);
  }
}

/** The statement that does what an import does. */
function requiring({ importClause, moduleSpecifier: { text: id } }) {
  const isChunk = id.startsWith('./') && id !== './load.js';
  const call = isChunk ? `${CHUNK.chunk}("${id.slice(2)}")` : `${CHUNK.require}("${id}")`;
  if (importClause === undefined) return `${call};`;
  const { name, namedBindings } = importClause;
  const names = [];
  // Node's ES modules see the whole of a CommonJS module as its default.
  if (name !== undefined) names.push(isCommonJs(id) ? name.text : `{ default: ${name.text} }`);
  if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) names.push(namedBindings.name.text);
  if (namedBindings !== undefined && ts.isNamedImports(namedBindings)) {
    const parts = namedBindings.elements.map((element) => `${(element.propertyName ?? element.name).text}: ${element.name.text}`);
    names.push(`{ ${parts.join(', ')} }`);
  }
  return names.map((target) => `const ${target} = ${call};`).join(' ');
}

/** Whether `require` gives what an import in an ES module would: a part of Node, or a package with one file for both, which is CommonJS. */
export function isCommonJs(id) {
  if (isBuiltin(id) || id === './load.js') return true;
  const require = createRequire(import.meta.url);
  const imported = import.meta.resolve(id);
  const required = require.resolve(id);
  if (imported !== pathToFileURL(required).href) return false;
  if (/\.[cm]js$/.test(required)) return required.endsWith('.cjs');
  return nearestType(path.dirname(required), require) !== 'module';
}

function nearestType(folder, require) {
  try {
    return require(path.join(folder, 'package.json')).type;
  } catch {
    return nearestType(path.dirname(folder), require);
  }
}
