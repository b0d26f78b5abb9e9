import { nodesIn, readNodes } from '../../clarity/uses.js';
import { PrincipalValue } from '../../clarity/values.js';
import { offsetsIn } from './offset-at.js';

/** Any address: what a source writes as `.name` is not renamed. */
const NOBODY = 'ST000000000000000000002AMW42H';

/** Replaces the principals of a source: `'SP…`, `'SP….name` and `'SP….name.trait`. Texts and comments stay. */
export function renamePrincipals(source: string, rename: (principal: string) => string): string {
  let [renamed, end] = ['', 0];
  const offsetOf = offsetsIn(source);
  for (const { type, value, ...span } of nodesIn(readNodes(source, NOBODY))) {
    if (type !== 'field' && !(value instanceof PrincipalValue)) continue;
    const from = offsetOf(span.startLine, span.startColumn);
    if (source[from] !== "'") continue;
    const to = offsetOf(span.endLine, span.endColumn) + 1;
    renamed += `${source.slice(end, from)}'${rename(source.slice(from + 1, to))}`;
    end = to;
  }
  return renamed + source.slice(end);
}
