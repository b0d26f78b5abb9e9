// Turns an ES module of the bundle into a chunk, which src/platform/node/code/chunks.ts loads: a script that V8 can keep compiled.
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { manifestOfCheckout } from './manifest.mjs';

const { peerDependencies } = manifestOfCheckout();

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
  const { program, comments, errors } = parseSync('chunk.js', code, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(`a chunk does not parse: ${errors[0].message}`);
  const requires = [];
  const exported = [];
  const edits = [];
  const replace = ({ start, end }, by) => edits.push({ from: start, to: end, by });
  const remove = ({ start, end }) => edits.push({ from: start, to: end, by: code.slice(start, end).replace(/[^\n]+/g, '') });
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      requires.push(requiring(statement));
      remove(statement);
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.source !== null) throw new Error(`a chunk exports again: ${code.slice(statement.start, statement.end)}`);
      exported.push(...statement.specifiers.map(({ local, exported: { name } }) => `${name}: ${local.name}`));
      remove(statement);
    } else if (statement.type === 'ExportDefaultDeclaration') {
      // A CommonJS package, which import() in Node gives with its names beside the default.
      exported.push(`...${CHUNK_DEFAULT}`, `default: ${CHUNK_DEFAULT}`);
      edits.push({ from: statement.start, to: statement.declaration.start, by: `const ${CHUNK_DEFAULT} = ` });
    }
  }
  new Visitor({ ImportExpression: importing }).visit(program);
  for (const name of [CHUNK.chunk, CHUNK.load, CHUNK.import, CHUNK_DEFAULT]) {
    if (code.includes(name)) throw new Error(`a chunk has the name ${name}, which its loader needs`);
  }
  const isComment = (at) => comments.some(({ start, end }) => start <= at && at < end);
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

  function importing({ start, end, source }) {
    const chunk = source.type === 'Literal' && source.value.startsWith('./') ? source.value.slice(2) : undefined;
    // A script has no import() without a warning of Node.
    if (chunk === undefined) replace({ start, end: start + 'import'.length }, CHUNK.import);
    else replace({ start, end }, `${CHUNK.load}("${chunk}", ${JSON.stringify(packagesOf(chunk))})`);
  }
}

/** The statement that does what an import does. */
function requiring({ specifiers, source: { value: id } }) {
  const isChunk = id.startsWith('./') && id !== './load.js';
  const call = isChunk ? `${CHUNK.chunk}("${id.slice(2)}")` : `${CHUNK.require}("${id}")`;
  const names = [];
  const parts = [];
  for (const { type, local, imported } of specifiers) {
    // Node's ES modules see the whole of a CommonJS module as its default.
    if (type === 'ImportDefaultSpecifier') names.push(isCommonJs(id) ? local.name : `{ default: ${local.name} }`);
    else if (type === 'ImportNamespaceSpecifier') names.push(local.name);
    else parts.push(`${imported.name}: ${local.name}`);
  }
  if (parts.length > 0) names.push(`{ ${parts.join(', ')} }`);
  return names.length === 0 ? `${call};` : names.map((target) => `const ${target} = ${call};`).join(' ');
}

/** Whether `require` gives what an import in an ES module would: a part of Node, or a package with one file for both, which is CommonJS. */
export function isCommonJs(id) {
  if (isBuiltin(id) || id === './load.js') return true;
  const require = createRequire(import.meta.url);
  let imported;
  try {
    imported = import.meta.resolve(id);
  } catch (error) {
    // Peers need not be installed: an import is right for a package of either kind.
    if (!Object.hasOwn(peerDependencies, id)) throw error;
    return false;
  }
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
