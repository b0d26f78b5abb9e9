import path from 'node:path';
import ts from 'typescript';

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
  const { checker, named } = openSource(file);
  const docs = new Map<string, Docstring>();
  for (const table of tables) readTable(checker, named(table), checker.getTypeAtLocation(named(table)), [], docs);
  return docs;
}

/** Reads the first paragraphs of the docstrings of the functions that an object has, as an editor shows them. */
export function readFunctionDocs(file: string, name: string): Map<string, string> {
  const { checker, named } = openSource(file);
  const symbols = checker.getTypeAtLocation(named(name)).getProperties();
  return new Map(symbols.map((symbol) => [symbol.getName(), textOf(checker, symbol)]));
}

function openSource(file: string): { checker: ts.TypeChecker; named(constant: string): ts.VariableDeclaration } {
  const config = path.join(import.meta.dirname, '../src/tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, path.dirname(config));
  const { rootDir: _src, ...others } = options;
  const program = ts.createProgram([file], { ...others, composite: false, noEmit: true });
  const source = program.getSourceFile(file);
  if (source === undefined) throw new RangeError(`no file ${file}`);
  return {
    checker: program.getTypeChecker(),
    named(constant) {
      const found = declaredIn(source).find(({ name }) => name.getText() === constant);
      if (found === undefined) throw new RangeError(`no ${constant} in ${file}`);
      return found;
    },
  };
}

function declaredIn(source: ts.SourceFile): ts.VariableDeclaration[] {
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
}

function readTable(checker: ts.TypeChecker, at: ts.Node, table: ts.Type, within: readonly string[], docs: Map<string, Docstring>): void {
  for (const symbol of table.getProperties()) {
    const type = checker.getTypeOfSymbolAtLocation(symbol, at);
    const name = [...within, symbol.getName()];
    if (type.getProperty('run') === undefined) readTable(checker, at, type, name, docs);
    else docs.set(name.join('.'), docstringOf(checker, at, symbol, type));
  }
}

function docstringOf(checker: ts.TypeChecker, at: ts.Node, symbol: ts.Symbol, row: ts.Type): Docstring {
  const tags = symbol.getJsDocTags(checker);
  const params = new Map(tags.filter(({ name }) => name === 'param').map(({ text }) => split(ts.displayPartsToString(text))));
  const [input, , result, value = result] = row.aliasTypeArguments ?? [];
  const fields = (input?.getProperties() ?? []).map((field): [string, FieldDoc] => [
    field.getName(),
    fieldOf(checker, at, field, params.get(field.getName())),
  ]);
  return {
    text: textOf(checker, symbol),
    examples: tags.filter(({ name }) => name === 'example').map(({ text }) => ts.displayPartsToString(text).trim()),
    fields: new Map(fields),
    returns: value === undefined ? '' : typeText(checker, value),
  };
}

function fieldOf(checker: ts.TypeChecker, at: ts.Node, field: ts.Symbol, param: string | undefined): FieldDoc {
  const [, note = '', said] = /^(.*?)\s*(?:@default (.*))?$/s.exec(param ?? '') ?? [];
  const tag = field.getJsDocTags(checker).find(({ name }) => name === 'default');
  const byDefault = said ?? (tag && ts.displayPartsToString(tag.text));
  return {
    text: [textOf(checker, field), note].filter(Boolean).join(' '),
    byDefault: byDefault === undefined ? undefined : oneLine(byDefault),
    type: inOf(checker, at, checker.getTypeOfSymbolAtLocation(field, at)),
  };
}

/** The type that code passes for a codec. */
function inOf(checker: ts.TypeChecker, at: ts.Node, codec: ts.Type): string {
  const passes = codec.getProperty('~in');
  const [call] = passes === undefined ? [] : checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(passes, at)).getCallSignatures();
  const [value] = call?.getParameters() ?? [];
  return value === undefined ? '' : typeText(checker, checker.getTypeOfSymbolAtLocation(value, at));
}

/** The longest type that a page shows whole, in characters. Of a longer one, it names the fields: the schemas have the rest. */
const LONGEST = 60;

function typeText(checker: ts.TypeChecker, type: ts.Type): string {
  const text = checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
  );
  const whole = text.replace(/^NonNullable<(.*) \| undefined>$/, '$1').replace('<ArrayBufferLike>', '');
  if (whole === 'unknown') return '';
  if (whole.length <= LONGEST) return whole;
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  const names = (item ?? type).getProperties().map((property) => property.getName());
  return `{ ${names.join(', ')} }${item === undefined ? '' : '[]'}`;
}

function textOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  return oneLine(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
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
