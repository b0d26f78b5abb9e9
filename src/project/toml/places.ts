import { type Place, placeAt } from '../clarinet/problem.js';

/** Comments, strings, punctuation, ends of lines, and bare words. */
const TOKEN = /#[^\n]*|"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\[|\]|\{|\}|=|,|\.|\n|[^\s#"'[\]{}=,.]+/g;

type Token = { text: string; offset: number };
/** The names of tables and keys from the top, and the indexes of lists. */
export type KeyPath = readonly (string | number)[];

/** Finds where the keys of a TOML document are, which parsers do not report. The document must be valid. */
export function tomlPlaces(file: string, text: string): (path: KeyPath) => Place {
  const offsets = findKeys([...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ text: token, offset: index })));
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(join(path.slice(0, length)));
      if (offset !== undefined) return placeAt(file, text, offset);
    }
    return { file };
  };
}

function findKeys(tokens: readonly Token[]): Map<string, number> {
  const offsets = new Map<string, number>();
  /** How many elements each list of tables has so far. */
  const counts = new Map<string, number>();
  let position = 0;
  let table: (string | number)[] = [];

  const peek = (): string | undefined => tokens[position]?.text;
  const note = (path: KeyPath, offset: number): void => {
    if (!offsets.has(join(path))) offsets.set(join(path), offset);
  };
  const skipBlank = (): void => {
    while (peek() === '\n' || peek()?.startsWith('#')) position++;
  };
  const readKey = (end: string): string[] => {
    const names: string[] = [];
    while (position < tokens.length && peek() !== end) {
      const name = peek() ?? '';
      if (name !== '.') names.push(unquote(name));
      position++;
    }
    position++;
    return names;
  };
  /** Reads keys up to the end of the value. */
  const readValue = (path: KeyPath): void => {
    const open = peek();
    if (open !== '[' && open !== '{') {
      while (position < tokens.length && !['\n', ',', ']', '}'].includes(peek() ?? '') && !peek()?.startsWith('#')) position++;
      return;
    }
    position++;
    for (let index = 0; position < tokens.length; index++) {
      skipBlank();
      if (peek() === ']' || peek() === '}') break;
      if (open === '[') readValue([...path, index]);
      else readPair(path);
      skipBlank();
      if (peek() === ',') position++;
    }
    position++;
  };
  const readPair = (within: KeyPath): void => {
    const offset = tokens[position]?.offset ?? 0;
    const names = readKey('=');
    for (let length = 1; length <= names.length; length++) note([...within, ...names.slice(0, length)], offset);
    readValue([...within, ...names]);
  };

  for (skipBlank(); position < tokens.length; skipBlank()) {
    const { text, offset } = tokens[position] as Token;
    if (text !== '[') {
      readPair(table);
      continue;
    }
    const isList = tokens[position + 1]?.text === '[' && tokens[position + 1]?.offset === offset + 1;
    position += isList ? 2 : 1;
    const names = readKey(']');
    if (isList) position++;
    table = [];
    for (const [depth, name] of names.entries()) {
      table.push(name);
      note(table, offset);
      const list = join(table);
      if (isList && depth === names.length - 1) counts.set(list, (counts.get(list) ?? 0) + 1);
      const count = counts.get(list);
      if (count !== undefined) table.push(count - 1);
    }
    note(table, offset);
  }
  return offsets;
}

function join(path: KeyPath): string {
  return path.join('\n');
}

function unquote(name: string): string {
  if (name.startsWith("'")) return name.slice(1, -1);
  return name.startsWith('"') ? String(JSON.parse(name)) : name;
}
