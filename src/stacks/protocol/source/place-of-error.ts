import type { SourcePosition } from '../receipt/node-receipt.js';
import { isComment, type Token, tokensOf } from './tokens.js';

/** A name that the compiler does not know: of a function, a contract, a persisted variable, a map, a token … */
const UNRESOLVED = /use of unresolved ([a-z ]+) '([^']+)'|undefined (token|asset) \('([^']+)'\)/;
/** A definition whose name is taken. */
const TAKEN = /NameAlreadyUsed\("([^"]+)"\)|defining '([^']+)' conflicts/;

/**
 * Returns the place of a compiler's error in the source of a contract. The compiler gives the place of the expression around a name, and
 * a node without positions none: this is the place of the name.
 * @param given the compiler's place
 * @returns undefined if no place is known
 */
export function placeOfError(source: string, message: string, given: SourcePosition | undefined): SourcePosition | undefined {
  const tokens = tokensOf(source).filter((token) => !isComment(token));
  const token = unresolvedUse(tokens, message, given && offsetOf(source, given)) ?? takenName(tokens, message);
  return token === undefined ? given : positionOf(source, token.offset);
}

/** Returns the first use of an unknown name. Without an offset, the same word may be the name of a parameter elsewhere. */
function unresolvedUse(tokens: readonly Token[], message: string, from: number | undefined): Token | undefined {
  const [, ofUnresolved, unresolved, ofUndefined, undefinedName] = UNRESOLVED.exec(message) ?? [];
  const [kind, name] = [ofUnresolved ?? ofUndefined, unresolved ?? undefinedName];
  if (name === undefined) return undefined;
  const uses = tokens.filter(({ text }, index) => {
    if (kind === 'contract') return namesContract(text, name);
    return text === name && (kind === 'function') === (tokens[index - 1]?.text === '(');
  });
  if (from !== undefined) return uses.find(({ offset }) => offset >= from);
  return kind === 'function' || uses.length === 1 ? uses[0] : undefined;
}

/** Whether a word is the literal of a contract, or of one of its traits. */
function namesContract(text: string, id: string): boolean {
  const [address, contract] = id.split('.');
  return [`.${contract}`, `'${address}.${contract}`].some((literal) => text === literal || text.startsWith(`${literal}.`));
}

/** Returns the name of the last definition of a taken name: of two definitions the second is wrong. */
function takenName(tokens: readonly Token[], message: string): Token | undefined {
  const [, first, name = first] = TAKEN.exec(message) ?? [];
  const isDefined = (index: number) => tokens[index - (tokens[index - 1]?.text === '(' ? 2 : 1)]?.text.startsWith('define-') === true;
  return tokens.findLast(({ text }, index) => text === name && isDefined(index));
}

/** Returns the index of a place in a source. */
export function offsetOf(source: string, { line, column }: SourcePosition): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, 0) + column - 1;
}

function positionOf(source: string, offset: number): SourcePosition {
  const lines = source.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
