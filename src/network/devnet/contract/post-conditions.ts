import { DevnetError, invalid, messageOf } from '../../../base/error.js';
import { isHexBytes } from '../../../base/hex-digits.js';
import type { PostConditions } from '../../../stacks/signing.js';
import type { CallOptions } from './types.js';

/** Serializes the post-conditions of a call. stacks.js is loaded if there are any. @throws DevnetError INVALID_INPUT */
export async function readPostConditions({
  postConditions,
  postConditionMode,
}: Pick<CallOptions, 'postConditions' | 'postConditionMode'>): Promise<PostConditions> {
  const mode = postConditionMode ?? (postConditions === undefined ? 'allow' : 'deny');
  if (mode !== 'allow' && mode !== 'deny') throw invalid('postConditionMode', 'allow or deny', mode);
  if (postConditions === undefined || (Array.isArray(postConditions) && postConditions.length === 0)) return { mode };
  if (!Array.isArray(postConditions)) throw invalid('postConditions', 'a list of post-conditions', postConditions);
  const { postConditionToHex } = await import('@stacks/transactions');
  const conditions = postConditions.map((condition, index) => {
    const field = `postConditions[${index}]`;
    const expected = 'a post-condition as Pc of stacks.js builds it, or as hex';
    try {
      const hex: unknown = typeof condition === 'string' ? condition.replace(/^0x/i, '') : postConditionToHex(condition);
      if (typeof hex === 'string' && hex !== '' && isHexBytes(hex)) return Buffer.from(hex, 'hex');
    } catch (error) {
      const hint = messageOf(error);
      throw new DevnetError('INVALID_INPUT', `${field}: expected ${expected}. ${hint}`, { field, expected, hint, cause: error });
    }
    throw invalid(field, expected, condition);
  });
  return { mode, conditions };
}
