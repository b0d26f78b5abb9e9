import type { Finding } from '../machine/session.js';
import type { VmResult } from '../types.js';

/** An error of Clarity code, from the SDK's message: `kind` is stacks-core's `VmExecutionError`, `detail` its content. */
export type VmError = { kind: 'Runtime' | 'RuntimeCheck' | 'EarlyReturn' | 'Internal'; detail: string };

/** The VM's error for code that it deployed but cannot read back: nesting of 38 levels and more. */
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

/** Whether the code exceeded the budget of a block. A node drops such a transaction. */
export function isOverBudget({ kind, detail }: VmError): boolean {
  return kind === 'RuntimeCheck' && /^(?:CostBalanceExceeded|CostOverflow|MemoryBalanceExceeded)\b/.test(detail);
}

/** Whether the code broke a rule that pox-5 leaves to the VM, for example by a stake of 0 STX. A node drops such a transaction. */
export function breaksPoxInvariant({ kind, detail }: VmError): boolean {
  return kind === 'Internal' && detail.includes('pox-5 invariant violated');
}

const NESTING_LIMIT =
  'the embedded Clarity VM cannot read back contracts nested 38 levels deep or more: run this one on a real stacks-node (engine native or docker)';

/**
 * The first error of a deploy that failed before it ran, as `vm_error` has it, and its position. A node puts `:0:0:` before an error
 * of an expression, unless it is built for development.
 * @param message has the last error: the parser continues after an error
 * @param findings all errors and notes of the source by itself; empty if they are unknown
 */
export function deployError(message: string, findings: readonly Finding[], source: string): Pick<VmResult, 'vmError' | 'errorPosition'> {
  const last = message.replace(/^Contract deployment runtime error: \S+ -> /, '');
  const known = findings.at(-1)?.message === last ? findings : [];
  const { message: first, position } = known[0] ?? { message: last, position: undefined };
  const [, trait] = /^use of undeclared trait <(.*)>$/.exec(first) ?? [];
  // An undeclared trait has no expression in `impl-trait`, unlike in a function's parameters.
  const isBare = trait === undefined ? known.length > 1 || BARE_SENTENCES.test(first) : implementedTraits(source).includes(trait);
  return { vmError: isBare ? first : `:0:0: ${first}`, errorPosition: position };
}

/** How the sentences about no expression begin: those of stacks-core's parser (`ParseErrorKind`, `LexerError`), and of its trait checker. */
const BARE_SENTENCES =
  /^(?:unexpected |expected (?:closing|contract|trait|whitespace|value|separator|['"])|illegal |Failed |Used up |Program too large|Too many expressions|AST has too deep|invalid (?:signature for method|character|UTF8|buffer|principal|hex|escaping)|empty UTF8|unterminated |unknown (?:escape|symbol)|unsupported |contract name |trait references can not be stored)/;

function implementedTraits(source: string): (string | undefined)[] {
  return [...source.matchAll(/\(impl-trait\s[^()]*\.([^\s.()]+)\s*\)/g)].map(([, name]) => name);
}
