import type { GatewayClient } from '../network/connected.js';
import type { AnyOperation } from '../network/operations.js';
import { answeredBy, type Codec, ofGateways, read, requestOf } from '../network/operations.js';

/** What a devnet answered: as JSON, which `--json` prints, and as code gets it. */
export type Answered<Result> = { body: Record<string, unknown>; answer(): Result };

/**
 * Asks a devnet to do an operation.
 * @param input the fields by name @throws DevnetError as {@link GatewayClient.ask}
 */
export async function ask<Result>(
  gateway: Pick<GatewayClient, 'ask'>,
  row: AnyOperation & { output: Codec<never, Result> | undefined },
  input: Readonly<Record<string, unknown>> = {},
): Promise<Answered<Result>> {
  const { method, path, ...sent } = requestOf(row, input);
  const { body } = await gateway.ask(method, `/devnet/v1${path}`, sent);
  const { output } = answeredBy(row);
  return { body, answer: () => (output === undefined ? (undefined as Result) : read<Result>(output, body, ofGateways)) };
}
