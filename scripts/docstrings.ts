import type { VariableDeclaration } from 'typescript/unstable/ast';
import { isVariableStatement } from 'typescript/unstable/ast/is';
import {
  type Checker,
  type Symbol as Name,
  NodeBuilderFlags,
  SignatureKind,
  type Type,
  type TypeReference,
} from 'typescript/unstable/sync';
import { openProgram } from './compiler.js';

/** What the source says of a field. */
type FieldDoc = { text: string; byDefault: string | undefined; type: string };
/** What the source says of an operation: its docstring, and types that exist in code alone. */
export type Docstring = {
  text: string;
  examples: readonly string[];
  fields: ReadonlyMap<string, FieldDoc>;
  /** The type of what the call returns; empty if it returns nothing. */
  returns: string;
};

/** Reads the docstrings of tables of operations. @param tables the names of constants in the file @returns them by operation */
export function readDocstrings(file: string, tables: readonly string[]): Map<string, Docstring> {
  using source = openSource(file);
  const docs = new Map<string, Docstring>();
  for (const table of tables) readTable(source, source.typeOf(table), [], docs);
  return docs;
}

/** Reads the first paragraphs of the docstrings of the functions that an object has, as an editor shows them. */
export function readFunctionDocs(file: string, name: string): Map<string, string> {
  using source = openSource(file);
  const names = source.checker.getPropertiesOfType(source.typeOf(name));
  return new Map(names.map((symbol) => [symbol.name, textOf(source, symbol)]));
}

/** Asks the compiler about a source. */
type Source = { checker: Checker; typeOf(constant: string): Type; typeOfName(name: Name): Type; [Symbol.dispose](): void };

function openSource(file: string): Source {
  const program = openProgram([file]);
  const source = program.project.program.getSourceFile(file);
  if (source === undefined) throw new RangeError(`no file ${file}`);
  const { checker } = program;
  const declared: VariableDeclaration[] = source.statements
    .filter(isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return {
    checker,
    typeOf(constant) {
      const found = declared.find(({ name }) => name.getText() === constant);
      const type = found && checker.getTypeAtLocation(found);
      if (type === undefined) throw new RangeError(`no ${constant} in ${file}`);
      return type;
    },
    typeOfName: (name) => checker.getTypeOfSymbolAtLocation(name, source),
    [Symbol.dispose]: () => program[Symbol.dispose](),
  };
}

function readTable(source: Source, table: Type, within: readonly string[], docs: Map<string, Docstring>): void {
  for (const symbol of source.checker.getPropertiesOfType(table)) {
    const type = source.typeOfName(symbol);
    const name = [...within, symbol.name];
    if (source.checker.getPropertyOfType(type, 'run') === undefined) readTable(source, type, name, docs);
    else docs.set(name.join('.'), docstringOf(source, symbol, type));
  }
}

function docstringOf(source: Source, symbol: Name, row: Type): Docstring {
  const tags = symbol.getJsDocTags(source.checker);
  const params = new Map(tags.filter(({ name }) => name === 'param').map(({ text = '' }) => split(text)));
  const [input, , result, value = result] = row.getAliasTypeArguments();
  const names = input === undefined ? [] : source.checker.getPropertiesOfType(input);
  const fields = names.map((field): [string, FieldDoc] => [field.name, fieldOf(source, field, params.get(field.name))]);
  return {
    text: textOf(source, symbol),
    examples: tags.filter(({ name }) => name === 'example').map(({ text = '' }) => text.trim()),
    fields: new Map(fields),
    returns: value === undefined ? '' : typeText(source, value),
  };
}

function fieldOf(source: Source, field: Name, param: string | undefined): FieldDoc {
  const [, note = '', said] = /^(.*?)\s*(?:@default (.*))?$/s.exec(param ?? '') ?? [];
  const byDefault = said ?? field.getJsDocTags(source.checker).find(({ name }) => name === 'default')?.text;
  return {
    text: [textOf(source, field), note].filter(Boolean).join(' '),
    byDefault: byDefault === undefined ? undefined : oneLine(byDefault),
    type: inOf(source, source.typeOfName(field)),
  };
}

/** The type that code passes for a codec. */
function inOf(source: Source, codec: Type): string {
  const { checker } = source;
  const passes = checker.getPropertyOfType(codec, '~in');
  const type = passes && checker.getNonNullableType(source.typeOfName(passes));
  const [call] = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
  const [value] = call?.getParameters() ?? [];
  return value === undefined ? '' : typeText(source, source.typeOfName(value));
}

/** The longest type that a page shows whole, in characters. Of a longer one, it names the fields: the schemas have the rest. */
const LONGEST = 60;

function typeText({ checker }: Source, type: Type): string {
  const text = checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation | NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope);
  const whole = text.replace(/^NonNullable<(.*) \| undefined>$/, '$1').replace('<ArrayBufferLike>', '');
  if (whole === 'unknown') return '';
  if (whole.length <= LONGEST) return whole;
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as TypeReference) : [];
  const names = checker.getPropertiesOfType(item ?? type).map(({ name }) => name);
  return `{ ${names.join(', ')} }${item === undefined ? '' : '[]'}`;
}

function textOf({ checker }: Source, symbol: Name): string {
  return oneLine(symbol.getDocumentationComment(checker));
}

/** Lines of a comment break anywhere; links are names here. */
function oneLine(text: string): string {
  return text
    .replace(/\{@link ([^} ]+) *\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `amount micro-STX` is the name of a parameter, and what is said of it. */
function split(text: string): [name: string, text: string] {
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text.trim()) ?? [];
  return [name, oneLine(rest)];
}
