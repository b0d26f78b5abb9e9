import { DevnetError, devnetErrorCodes } from '../error.js';

/** The error that a body of the gateway's tells. */
export function gatewayError(body: Record<string, unknown>, status: number): DevnetError {
  const code = devnetErrorCodes.find((known) => known === body['code']) ?? 'RPC';
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  return new DevnetError(code, text('error') ?? `the devnet answered with status ${status}`, {
    field: text('field'),
    expected: text('expected'),
    received: text('received'),
    hint: text('hint'),
    lastSeen: text('lastSeen'),
  });
}
