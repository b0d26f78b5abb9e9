import { bytesOfHex } from '../bytes.js';
import { TypeFailure } from '../failure.js';
import { isContractName, MAX_CONTRACT_NAME_LENGTH, MAX_NAME_LENGTH } from '../name-syntax.js';
import { MAX_VALUE_SIZE } from '../types/type.js';
import { contractPrincipal, parsePrincipal } from '../values/principal.js';
import { AsciiValue, BufferValue, IntValue, type PrincipalValue, UIntValue, Utf8Value, type Value } from '../values/value.js';
import type { Span } from './expression.js';
import { atomNode, fieldNode, literalNode, type Node, placeholderNode, traitReferenceNode } from './node.js';
import type { ParseParts, ParseReason, ParseReport } from './parse-failure.js';
import { spanOf, type Token } from './token.js';
import type { TokenReader } from './token-reader.js';

const MAX_INT = 2n ** 127n - 1n;
const MIN_INT = -(2n ** 127n);
const MAX_UINT = 2n ** 128n - 1n;
/** More than any of these has, with a sign. */
const MAX_DIGITS = 40;

/** Letters, digits, punctuation and white space, but no other control characters. */
const IS_ASCII_TEXT = /^[\x20-\x7e\t\n\f\r]*$/;

/** Reads nodes that contain no others. What cannot be read is reported, and becomes a placeholder. */
export class LeafReader {
  readonly #tokens: TokenReader;
  readonly #issuer: PrincipalValue;
  readonly #report: ParseReport;
  /** Principals that were read: decoding hashes them twice. */
  readonly #principals = new Map<string, PrincipalValue | undefined>();
  /** Names that were read. A contract keeps them, and mentions most of them more than once. */
  readonly #names = new Map<string, string>();

  constructor(tokens: TokenReader, issuer: string, report: ParseReport) {
    this.#tokens = tokens;
    this.#issuer = parsePrincipal(issuer);
    this.#report = report;
  }

  readLiteral(token: Token): Node {
    const value = this.#valueOf(token);
    return value === undefined ? placeholderNode(token, token) : literalNode(token, token, value);
  }

  #valueOf(token: Token): Value | undefined {
    const { kind, text } = token;
    switch (kind) {
      case 'int': {
        const value = integerOf(text);
        if (value !== undefined && value >= MIN_INT && value <= MAX_INT) return new IntValue(value);
        return this.#reject('FailedParsingIntValue', token, text);
      }
      case 'uint': {
        const value = integerOf(text);
        if (value !== undefined && value <= MAX_UINT) return new UIntValue(value);
        return this.#reject('FailedParsingUIntValue', token, text);
      }
      case 'bytes': {
        const bytes = bytesOfHex(text);
        if (bytes !== undefined && bytes.length <= MAX_VALUE_SIZE) return new BufferValue(bytes);
        return this.#reject('InvalidBuffer', token);
      }
      case 'string-ascii':
        if (text.length <= MAX_VALUE_SIZE && IS_ASCII_TEXT.test(text)) return new AsciiValue(text);
        return this.#reject('IllegalASCIIString', token, text);
      default:
        // Too long a string has no type: the analysis rejects it.
        return new Utf8Value([...text]);
    }
  }

  readName(token: Token): Node {
    return this.#isName(token) ? atomNode(token, this.#shared(token.text)) : placeholderNode(token, token);
  }

  readTrait(token: Token): Node {
    return this.#isName(token) ? traitReferenceNode(token, this.#shared(token.text)) : placeholderNode(token, token);
  }

  /** Returns the string of a name that all its mentions have. */
  #shared(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    this.#names.set(name, name);
    return name;
  }

  /** Reads `'ST...`, and what follows: `.contract`, `.trait`. */
  readPrincipal(token: Token): Node {
    const issuer = this.#decode(token.text);
    if (issuer !== undefined)
      return this.#tokens.peek().kind === '.' ? this.#readContract(issuer, this.#tokens.next(), token) : literalNode(token, token, issuer);
    this.#report.add('InvalidPrincipalLiteral', spanOf(token));
    return placeholderNode(token, token);
  }

  /** Reads `.contract` and `.contract.trait` of the account that deploys. */
  readOwnContract(dot: Token): Node {
    return this.#readContract(this.#issuer, dot, dot);
  }

  /** @param start the first token of the node */
  #readContract(issuer: PrincipalValue, dot: Token, start: Token): Node {
    const name = this.#tokens.next();
    if (name.kind !== 'identifier') {
      this.#report.add('ExpectedContractIdentifier', spanOf(name));
      return placeholderNode(start, name);
    }
    if (name.text.length > MAX_CONTRACT_NAME_LENGTH) {
      this.#report.add('ContractNameTooLong', dot === start ? between(start, name) : spanOf(name), name.text);
      return placeholderNode(start, name);
    }
    if (!isContractName(name.text)) {
      this.#report.add('IllegalContractName', spanOf(name), name.text);
      return placeholderNode(start, name);
    }
    const contract = contractPrincipal(issuer, name.text);
    if (this.#tokens.peek().kind !== '.') return literalNode(start, name, contract);
    this.#tokens.next();
    return this.#readField(contract, start);
  }

  #readField(contract: PrincipalValue, start: Token): Node {
    const name = this.#tokens.next();
    if (name.kind === 'identifier')
      return this.#isName(name) ? fieldNode(start, name, contract.text, name.text) : placeholderNode(start, name);
    this.#report.add('ExpectedTraitIdentifier', spanOf(name));
    return placeholderNode(start, name);
  }

  /** Names have the right characters already: the lexer makes them of no others. */
  #isName(token: Token): boolean {
    if (token.text.length <= MAX_NAME_LENGTH) return true;
    this.#report.add('NameTooLong', spanOf(token), token.text);
    return false;
  }

  #decode(address: string): PrincipalValue | undefined {
    if (this.#principals.has(address)) return this.#principals.get(address);
    const principal = decode(address);
    this.#principals.set(address, principal);
    return principal;
  }

  #reject<R extends ParseReason>(reason: R, token: Token, ...parts: ParseParts<R>): undefined {
    this.#report.add(reason, spanOf(token), ...parts);
  }
}

/** Returns undefined for a number that has too many digits anyway: reading it could take long. */
function integerOf(text: string): bigint | undefined {
  if (text.length > MAX_DIGITS && text.replace(/^-?0+/, '').length > MAX_DIGITS) return undefined;
  return BigInt(text);
}

function decode(address: string): PrincipalValue | undefined {
  try {
    return parsePrincipal(address);
  } catch (error) {
    if (error instanceof TypeFailure) return undefined;
    throw error;
  }
}

function between(start: Token, end: Token): Span {
  return { startLine: start.startLine, startColumn: start.startColumn, endLine: end.endLine, endColumn: end.endColumn };
}
