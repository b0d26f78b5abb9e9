import { with0x } from '../../../base/hex.js';
import { isRecord } from '../../../base/json.js';
import { parseValueHex, type Value } from '../../../clarity/values.js';
import { readPostConditions } from '../../../network/contract.js';
import type { PostConditions } from '../../../stacks/signing.js';
import { invalidParam } from '../error.js';
import type { Params } from '../method.js';
import { listParam } from '../params.js';

/** Reads a Clarity value as hex or as JSON (SIP-030). @throws WalletError */
export async function clarityParam(value: unknown, name: string): Promise<Value> {
  const hex = typeof value === 'string' ? value : await serializeJson(value);
  const read = hex === undefined ? undefined : parseValueHex(with0x(hex));
  if (read === undefined) throw invalidParam(name, 'a Clarity value as hex, or as JSON of SIP-030', value);
  return read;
}

/** stacks.js has the same JSON for values. */
async function serializeJson(value: unknown): Promise<string | undefined> {
  if (!isRecord(value)) return undefined;
  const { Cl } = await import('@stacks/transactions');
  try {
    return Cl.serialize(value as unknown as Parameters<typeof Cl.serialize>[0]);
  } catch {
    return undefined;
  }
}

/** Old libraries send the number of SIP-005. */
const MODES: Readonly<Record<string, PostConditions['mode']>> = { 1: 'allow', 2: 'deny', 3: 'originator' };

/** Reads post-conditions as hex or as JSON, and their mode, which is `deny` by default. @throws WalletError, DevnetError INVALID_INPUT */
export async function readConditions(params: Params): Promise<PostConditions> {
  const { postConditionMode: given = 'deny' } = params;
  const mode = MODES[String(given)] ?? given;
  if (mode !== 'allow' && mode !== 'deny' && mode !== 'originator') {
    throw invalidParam('postConditionMode', "'allow', 'deny' or 'originator'", given);
  }
  const postConditions = listParam(params, 'postConditions') as string[];
  const { conditions } = await readPostConditions({ postConditions, postConditionMode: mode === 'allow' ? 'allow' : 'deny' });
  return { mode, conditions };
}
