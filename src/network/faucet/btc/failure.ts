import { DevnetError } from '../../../base/error.js';

export function btcFailure(reason: string, cause?: unknown): DevnetError {
  return new DevnetError('FAUCET_FAILED', `the BTC faucet could not pay: ${reason}`, { cause });
}
