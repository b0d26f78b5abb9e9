/** What went wrong in Clarity code, taken from the SDK's message: `kind` is stacks-core's `VmExecutionError`, `detail` what is in it. */
export type VmError = { kind: 'Runtime' | 'RuntimeCheck' | 'EarlyReturn' | 'Internal'; detail: string };

/** What the VM answers for code that it deployed but cannot read back: nesting of 38 levels and more. */
const TOO_DEEP = 'Expect("Failed to deserialize vm.Value")';

/** The error in the message of a failed call. */
export function callError(message: string, call: { contract: string; fn: string }, declared: boolean): VmError {
  const { contract, fn } = call;
  const executed = executionError(message);
  if (executed !== undefined) return executed;
  if (message.endsWith('does not exist')) return { kind: 'RuntimeCheck', detail: `NoSuchContract("${contract}")` };
  // The SDK has one sentence for both.
  return { kind: 'RuntimeCheck', detail: declared ? `NoSuchPublicFunction("${contract}", "${fn}")` : `UndefinedFunction("${fn}")` };
}

/** The error of code that ran, undefined if the message is of another kind (syntax, analysis, unknown contract or function). */
export function executionError(message: string): VmError | undefined {
  const shown = /Runtime error while interpreting [^:]+: (\w+)\((.*)\)$/s.exec(message);
  const [, kind, inner = ''] = shown ?? [];
  // A stack trace follows, which a node that is not built for development does not have.
  if (kind === 'Runtime') return { kind, detail: inner.replace(/, (?:None|Some\(\[(?:FunctionIdentifier .*)?\]\))$/s, '') };
  if (kind === 'RuntimeCheck' || kind === 'EarlyReturn' || kind === 'Internal') return { kind, detail: inner };
  return undefined;
}

/** The `vm_error` of a receipt: runtime errors bare, the others as stacks-core's `Display` has them. */
export function vmErrorText({ kind, detail }: VmError): string {
  if (kind === 'Internal' && detail === TOO_DEEP) return NESTING_LIMIT;
  return kind === 'Runtime' || kind === 'RuntimeCheck' ? detail : `${kind}(${detail})`;
}

/** The `cause` of a failed read. */
export function readCause(error: VmError): string {
  return error.kind === 'RuntimeCheck' ? `RuntimeCheck(${error.detail})` : vmErrorText(error);
}

/** Whether the code came to the end of a block's budget. A node drops such a transaction. */
export function isOverBudget({ kind, detail }: VmError): boolean {
  return kind === 'RuntimeCheck' && /^(?:CostBalanceExceeded|CostOverflow|MemoryBalanceExceeded)\b/.test(detail);
}

const NESTING_LIMIT =
  'the embedded Clarity VM cannot read back contracts nested 38 levels deep or more: run this one on a real stacks-node (engine native or docker)';

/**
 * The `vm_error` of a deploy that failed before it ran: the first that is wrong. A node puts the position before what it found at
 * an expression, which in a node that is not built for development is always 0:0.
 * @param message the last that is wrong, from a parser that goes on after an error
 * @param findings all that is wrong with the source by itself; empty if that is not known
 */
export function deployErrorText(message: string, findings: readonly string[], source: string): string {
  const last = message.replace(/^Contract deployment runtime error: \S+ -> /, '');
  const known = findings.at(-1) === last ? findings : [last];
  const [first = last] = known;
  const [, trait] = /^use of undeclared trait <(.*)>$/.exec(first) ?? [];
  // of a trait that is implemented, but not of one that is used
  const isBare = trait === undefined ? known.length > 1 || BARE_SENTENCES.test(first) : implementedTraits(source).includes(trait);
  return isBare ? first : `:0:0: ${first}`;
}

/** How the sentences about no expression begin: those of stacks-core's parser (`ParseErrorKind`, `LexerError`), and of its trait checker. */
const BARE_SENTENCES =
  /^(?:unexpected |expected (?:closing|contract|trait|whitespace|value|separator|['"])|illegal |Failed |Used up |Program too large|Too many expressions|AST has too deep|invalid (?:signature for method|character|UTF8|buffer|principal|hex|escaping)|empty UTF8|unterminated |unknown (?:escape|symbol)|unsupported |contract name |trait references can not be stored)/;

function implementedTraits(source: string): (string | undefined)[] {
  return [...source.matchAll(/\(impl-trait\s[^()]*\.([^\s.()]+)\s*\)/g)].map(([, name]) => name);
}
