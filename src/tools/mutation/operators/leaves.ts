import { ownValue } from '../../../base/own-value.js';
import type { ClarityExpression } from '../../../clarity/vm.js';
import type { Change, OperatorName, Use } from './site.js';

const NAMES: Readonly<Record<string, readonly [OperatorName, string]>> = {
  true: ['constant', 'false'],
  false: ['constant', 'true'],
  'stacks-block-height': ['height', 'burn-block-height'],
  'burn-block-height': ['height', 'stacks-block-height'],
};
const SENDERS: Readonly<Record<string, string>> = { 'tx-sender': 'contract-caller', 'contract-caller': 'tx-sender' };

/** Replaces a name or a literal. */
export function changeLeaf(at: ClarityExpression, text: string, { isAsContract, isInCondition }: Use): Change[] {
  if (at.type === 'atom') {
    const [operator, name] = ownValue(NAMES, at.name) ?? [];
    if (operator !== undefined && name !== undefined) return [{ operator, at, text: name }];
    // Elsewhere only tests by another contract see the difference, which few need.
    const sender = isInCondition && !isAsContract ? ownValue(SENDERS, at.name) : undefined;
    return sender === undefined ? [] : [{ operator: 'sender', at, text: sender }];
  }
  const changed = at.type === 'literal' ? otherLiteral(text) : undefined;
  return changed === undefined ? [] : [{ operator: 'constant', at, text: changed }];
}

/** Returns the next number, or an empty string. Principals and buffers stay. */
function otherLiteral(text: string): string | undefined {
  const [, prefix, digits] = /^(u?)(-?\d+)$/.exec(text) ?? [];
  if (digits !== undefined) return `${prefix}${BigInt(digits) + 1n}`;
  const [, kind, content] = /^(u?)"(.*)"$/s.exec(text) ?? [];
  return content ? `${kind}""` : undefined;
}
