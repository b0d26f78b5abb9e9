import type { FailurePlace, TraceCall } from '../../clarity/trace.js';
import type { StacksTrace } from '../../network/devnet.js';
import { traceSteps } from '../../stacks/trace.js';
import type { Output } from '../output.js';

/** Prints what a transaction did. */
export function printTrace(output: Output, { status, result, reason, origin, block, call, truncated }: Omit<StacksTrace, 'txid'>): void {
  output.line(`${output.bold(`${status} ${result.repr}`)} in Stacks block ${block.height}`);
  if (call === undefined) output.line('no contract ran');
  else printCall(output, call, '', '');
  if (truncated) output.line(output.dim('more than 10,000 calls: the others are missing'));
  if (reason !== undefined) output.line(`${output.red('failed:')} ${reason}`);
  if (origin !== undefined) printFailurePlace(output, origin);
}

function printFailurePlace(output: Output, { contract, line, column, expression, stack }: FailurePlace): void {
  output.line(`  ${expression}  ${output.dim(`${contract}:${line}:${column}`)}`);
  for (const fn of stack.toReversed()) output.line(output.dim(`  in ${fn}`));
}

/** Prints a call and what is below it. `lead` is before its own line, `below` before the others. */
function printCall(output: Output, { contract, function: fn, args, result, at, ...inner }: TraceCall, lead: string, below: string): void {
  const name = fn === undefined ? `deploy ${contract}` : `${contract.slice(contract.indexOf('.'))} ${fn}`;
  const words = [output.bold(name), ...args].join(' ');
  const outcome = result === undefined ? output.red('failed') : isFailure(result) ? output.red(result) : result;
  output.line(`${lead}${words} → ${outcome}  ${output.dim(`${nameOf(at.contract)}:${at.line}:${at.column}`)}`);
  const steps = traceSteps(inner);
  for (const [n, { event, call }] of steps.entries()) {
    const isLast = n === steps.length - 1;
    const branch = `${below}${isLast ? '└─' : '├─'}`;
    if (call !== undefined) {
      printCall(output, call, `${branch} `, `${below}${isLast ? '   ' : '│  '}`);
    } else {
      const place = output.dim(`${nameOf(event.at.contract)}:${event.at.line}:${event.at.column}`);
      output.line(`${branch} ${output.dim('event')} ${[event.type, ...event.args].join(' ')}  ${place}`);
    }
  }
}

function isFailure(result: string): boolean {
  return result.startsWith('(err ');
}

function nameOf(contract: string): string {
  return contract.slice(contract.indexOf('.') + 1);
}
