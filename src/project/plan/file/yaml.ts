import type { Document, Node, Pair, Scalar, YAMLMap } from 'yaml';
import type { Advice } from '../../../base/advice.js';
import { lineOf, type Place, problem } from '../../clarinet/problem.js';

/** A mapping of a YAML file. Its values are texts as they are written, so that `0x01`, `3.0` and large numbers keep their form. */
export type YamlMap = {
  /** The tag of the mapping, for example `!contract-call`. */
  readonly tag: string | undefined;
  readonly names: readonly string[];
  has(key: string): boolean;
  /** Returns where a key is, or the mapping itself. */
  place(key?: string): Place;
  /** @throws DevnetError INVALID_INPUT if the value is a mapping or a list */
  text(key: string, expected: string): string | undefined;
  /** @throws DevnetError INVALID_INPUT if the value is no mapping */
  map(key: string): YamlMap | undefined;
  /** Returns the elements of a list; none if the key is missing or empty. @throws DevnetError INVALID_INPUT if an element is no mapping */
  maps(key: string): YamlMap[];
  /** Returns the elements of a list of texts. @throws DevnetError INVALID_INPUT */
  texts(key: string, expected: string): { text: string; place: Place }[];
  /** Creates the error for a key. */
  problem(key: string, expected: string, hint?: string | Advice): Error;
};

/**
 * Parses a YAML file with one mapping.
 * @throws DevnetError INVALID_INPUT naming file, line and column
 */
export async function parseYaml(file: string, text: string): Promise<YamlMap> {
  const { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document: Document.Parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, text: lineOf(text, line) };
  };
  const [error] = document.errors;
  if (error !== undefined) {
    const place = placeAt(error.pos[0]);
    throw problem(place, file, 'valid YAML', place.text?.trim(), `The parser says: ${error.message}.`);
  }
  const placeOf = (node: Node | null | undefined, otherwise: Place): Place => (node?.range ? placeAt(node.range[0]) : otherwise);

  /** An alias stands for its anchor's node. */
  const resolve = (node: Node | null | undefined): Node | undefined => (isAlias(node) ? node.resolve(document) : node) ?? undefined;
  const show = (node: unknown): unknown => {
    if (isMap(node)) return 'a mapping';
    if (isSeq(node)) return 'a list';
    return isScalar(node) ? textOf(node) : undefined;
  };
  const createMap = (map: YAMLMap<Scalar, Node | null>, start: Place): YamlMap => {
    const find = (key: string): Pair<Scalar, Node | null> | undefined => map.items.find((pair) => String(pair.key.value) === key);
    const nodeOf = (key: string): Node | undefined => {
      const node = resolve(find(key)?.value);
      return isScalar(node) && node.value === null ? undefined : node;
    };
    const place = (key?: string): Place => (key === undefined ? start : placeOf(find(key)?.key, start));
    const fail = (key: string, expected: string, hint?: string | Advice): Error =>
      problem(place(key), key, expected, show(nodeOf(key)), hint);
    const elements = (key: string, expected: string): Node[] => {
      const value = nodeOf(key);
      if (value === undefined) return [];
      if (!isSeq(value)) throw fail(key, expected);
      return (value.items as Node[]).map((item) => resolve(item) ?? item);
    };
    return {
      tag: map.tag,
      names: map.items.map(({ key }) => String(key.value)),
      has: (key) => find(key) !== undefined,
      place,
      text(key, expected) {
        const value = nodeOf(key);
        if (value === undefined) return undefined;
        if (!isScalar(value)) throw fail(key, expected);
        return textOf(value);
      },
      map(key) {
        const value = nodeOf(key);
        if (value === undefined) return undefined;
        if (!isMap(value)) throw fail(key, 'a mapping');
        return createMap(value as YAMLMap<Scalar, Node | null>, place(key));
      },
      maps(key) {
        return elements(key, 'a list of mappings').map((element) => {
          const at = placeOf(element, place(key));
          if (!isMap(element)) throw problem(at, key, 'a list of mappings', show(element));
          return createMap(element as YAMLMap<Scalar, Node | null>, at);
        });
      },
      texts(key, expected) {
        return elements(key, expected).map((element) => {
          const at = placeOf(element, place(key));
          if (!isScalar(element)) throw problem(at, key, expected, show(element));
          return { text: textOf(element), place: at };
        });
      },
      problem: fail,
    };
  };
  if (!isMap(document.contents))
    throw problem({ file, line: 1 }, file, 'a deployment plan: a mapping with name, network and plan', show(document.contents));
  return createMap(document.contents as unknown as YAMLMap<Scalar, Node | null>, { file, line: 1, column: 1 });
}

/** Returns a scalar as it is written, quoted texts without quotes. */
function textOf({ value, source }: Scalar): string {
  return typeof value === 'string' ? value : (source ?? String(value));
}
