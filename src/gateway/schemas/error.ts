import type { DevnetErrorCode } from '../../base/error.js';
import { STATUS } from '../../base/http-error.js';

/** The body of every error. */
export const errorSchema = {
  type: 'object',
  description: 'What went wrong: in words, as a code, and where the input was wrong, in which field.',
  properties: {
    error: { type: 'string', description: 'one sentence' },
    code: { type: 'string', description: 'what went wrong, for programs', examples: ['INVALID_INPUT', 'FAUCET_FAILED', 'NOT_REACHABLE'] },
    field: { type: 'string', description: 'the parameter, header or body field that is wrong' },
    expected: { type: 'string' },
    received: { type: 'string' },
    hint: { type: 'string', description: 'what to do next' },
    lastSeen: { type: 'string', description: 'what a wait saw last before its deadline' },
    replacedBy: { type: 'string', description: 'the transaction that took the place of this one' },
    reason: { type: 'string', description: 'why a node, a contract or the bridge rejected it' },
    success: { type: 'boolean', const: false, description: 'only from the faucets under /extended/v1' },
  },
  required: ['error', 'code'],
} as const;

/** Responses of routes by status, each the error body. */
export function errorResponses<const S extends number>(...statuses: S[]): Record<S, { description: string } & typeof errorSchema> {
  return Object.fromEntries(statuses.map((status) => [status, { ...errorSchema, description: MEANING[status] ?? 'Error' }])) as Record<
    S,
    { description: string } & typeof errorSchema
  >;
}

/** The statuses of an operation's errors: its own, and those that each operation may have. */
export function statusesOf(codes: readonly DevnetErrorCode[]): number[] {
  return [...new Set([403, 503, ...codes.map((code) => STATUS[code])])].sort((a, b) => a - b);
}

const MEANING: Record<number, string> = {
  400: 'A parameter is missing or wrong.',
  401: 'The API key is unknown or revoked; only with a rate limit policy.',
  403: 'The caller may not do this, or the faucet is not configured.',
  404: 'There is no such thing.',
  408: 'The deadline passed; lastSeen says what was seen last.',
  409: 'Another operation is under way, or the state that this one was about is gone.',
  413: 'The body is longer than this route takes.',
  415: 'The body has another content type.',
  429: 'The rate limit policy allows no more now; Retry-After says when.',
  500: 'It failed; the message says why.',
  501: 'This engine cannot do it.',
  502: 'A node answered with an error.',
  503: 'The network is booting or a node is unreachable.',
};
