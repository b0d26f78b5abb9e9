import { CostTracker } from '../../../clarity/costs.js';
import { createRules } from '../../../clarity/create-rules.js';
import { ALL_EPOCH_NAMES, type AnyEpochName } from '../../../clarity/epoch.js';
import type { Expression } from '../../../clarity/syntax.js';
import { isDefineForm, ParseFailure, parse } from '../../../clarity/syntax.js';
import { parsePrincipal } from '../../../clarity/values.js';
import { CLARITY_VERSIONS, type ClarityVersion, defaultVersion } from '../../../clarity/version.js';
import { nodeCrypto } from '../../../stacks/node.js';
import { offsetOf } from '../../../stacks/source.js';
import { contractAst } from './ast.js';

/** A source, the id of its contract, and the rules by which it is read. */
type Source = { source: string; id: string; epoch: string; version?: number | undefined };

/** Returns the syntax tree of a contract in the form of clarinet-sdk. */
export function syntaxTree(source: Source): object {
  return contractAst({ id: parsePrincipal(source.id), expressions: expressionsOf(source) });
}

/**
 * Returns a source that prints its last expression, so that the events of its deploy have the value.
 * @returns undefined if there is no value, because a definition is last or the parser does not accept the source
 */
export function printLast(source: Source): string | undefined {
  const last = lastOf(source);
  if (last === undefined || isDefinition(last)) return undefined;
  const { source: text } = source;
  const { startLine, startColumn, endLine, endColumn } = last.span;
  const start = offsetOf(text, { line: startLine, column: startColumn });
  const end = offsetOf(text, { line: endLine, column: endColumn }) + 1;
  return `${text.slice(0, start)}(print ${text.slice(start, end)})${text.slice(end)}`;
}

function lastOf(source: Source): Expression | undefined {
  try {
    return expressionsOf(source).at(-1);
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    return undefined;
  }
}

function expressionsOf({ source, id, epoch: name, version }: Source): Expression[] {
  const known = ALL_EPOCH_NAMES.find((epoch) => epoch === name) ?? (ALL_EPOCH_NAMES.at(-1) as AnyEpochName);
  // The chain id concerns execution only.
  const { epoch, costs } = createRules({ isMainnet: false, chainId: 0, crypto: nodeCrypto }, known);
  const asked = CLARITY_VERSIONS.find((candidate): candidate is ClarityVersion => candidate === version);
  return parse(source, id, { version: asked ?? defaultVersion(epoch), epoch, costs: new CostTracker(costs) });
}

function isDefinition(expression: Expression): boolean {
  const [first] = expression.type === 'list' ? expression.items : [];
  return first?.type === 'atom' && isDefineForm(first.name);
}
