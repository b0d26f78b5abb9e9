/** A contract that a source names. */
export type Reference = {
  /** `ST….name`, whatever the source writes. */
  contract: string;
  /** Where its name is in the source. */
  offset: number;
  /**
   * Whether the contract must exist before the source is deployed. Otherwise it is named as a principal, which any other contract may be,
   * too.
   */
  isNeeded: boolean;
};

const COMMENT_OR_TEXT = /;[^\n]*|"(?:\\.|[^"\\])*"?/gs;
/** The word where a form names a contract, or a trait of it, that must exist. */
const NEEDED = /\(\s*(?:contract-call\?|impl-trait|use-trait\s+[^\s(){},]+)\s+([^\s(){},:]+)/g;
/** `.name`, `.name.trait`, `'SP….name` and `'SP….name.trait`. */
const CONTRACT = /(?:'(S[0-9A-Z]+))?\.([a-zA-Z][\w-]*)/g;
const CONSTANT = /\(\s*define-constant\s+([^\s(){},]+)\s+([^\s(){},:]+)/g;

/**
 * Returns the contracts that a source names, each once, in the order of the source. It reads words, not syntax, so that a source that does
 * not compile has references, too.
 * @param deployer the address that `.name` stands for
 */
export function referencesOf(source: string, deployer: string): Reference[] {
  const code = source.replace(COMMENT_OR_TEXT, (skipped) => ' '.repeat(skipped.length));
  const contractIn = (word: string): string | undefined => {
    const [match] = word.matchAll(CONTRACT);
    return match?.index === 0 ? `${match[1] ?? deployer}.${match[2]}` : undefined;
  };
  const constants = new Map<string, string>();
  for (const [, name = '', word = ''] of code.matchAll(CONSTANT)) {
    const contract = contractIn(word);
    if (contract !== undefined) constants.set(name, contract);
  }
  const all: Reference[] = [];
  for (const { 0: form, 1: word = '', index } of code.matchAll(NEEDED)) {
    const contract = contractIn(word) ?? constants.get(word);
    if (contract !== undefined) all.push({ contract, offset: index + form.length - word.length, isNeeded: true });
  }
  for (const { 1: address = deployer, 2: name, index } of code.matchAll(CONTRACT)) {
    if (isWordStart(code, index)) all.push({ contract: `${address}.${name}`, offset: index, isNeeded: false });
  }
  const found = new Map<string, Reference>();
  // A contract that is needed somewhere comes first.
  for (const reference of all) if (!found.has(reference.contract)) found.set(reference.contract, reference);
  return [...found.values()].toSorted((a, b) => a.offset - b.offset);
}

function isWordStart(code: string, index: number): boolean {
  return index === 0 || /[\s(){},:]/.test(code.charAt(index - 1));
}
