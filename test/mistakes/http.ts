const STRANGER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

/** Requests to the gateway, each with the body that it has. */
export const httpMistakes: readonly [request: string, body?: string][] = [
  ['POST /extended/v1/faucets/stx'],
  ['POST /extended/v1/faucets/stx?address=abc'],
  [`POST /extended/v1/faucets/stx?adress=${STRANGER}`],
  [`POST /extended/v1/faucets/btc?address=${STRANGER}`],
  [`POST /extended/v1/faucets/stx?address=${STRANGER}&amount=ten`],
  ['GET /extended/v1/faucets/stx'],
  ['POST /devnet/v1/mine', '{"chain": "bitcoin"}'],
  ['POST /devnet/v1/mine', '{"bitcoin": "two"}'],
  ['POST /devnet/v1/snapshots', '{"name": 5'],
  ['POST /devnet/v1/snapshots/clean/restore'],
  ['POST /extended/v1/faucets/stx?address=walet_2'],
  [`GET /devnet/v1/tx/${'00'.repeat(32)}/wait?timeoutMs=50&chain=stacks`],
  [`GET /devnet/v1/tx/${'00'.repeat(32)}/trace`],
  ['GET /devnet/v1/tx/123/wait'],
  ['GET /devnet/v2/status'],
  ['GET /extended/v1/tx?limit=1000'],
];
