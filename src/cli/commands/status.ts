import { isRecord } from '../../json.js';
import type { Client } from '../client.js';
import { type Output, table } from '../output.js';

/** `status`: prints the engine, the heights of both chains and the URLs. */
export async function status(client: Client, output: Output): Promise<void> {
  const { body } = await client('GET', '/devnet/v1/status');
  if (output.json) {
    output.object(body);
    return;
  }
  for (const line of statusLines(body)) output.line(line);
}

/** Formats the gateway's status for people. */
function statusLines(body: Record<string, unknown>): string[] {
  const part = (name: string): Record<string, unknown> => (isRecord(body[name]) ? body[name] : {});
  const cycle = part('cycle');
  const urls = part('urls');
  const { url: origin, height: forkHeight } = part('fork');
  const { url: bootSource, contracts: bootContracts } = part('bootContracts');
  const row = (chain: string) => {
    const { height, hash, mode } = part(chain);
    return [
      chain,
      `block ${height}`,
      String(hash),
      `mining ${isRecord(mode) ? `every ${mode['intervalMs']} ms` : mode}`,
      String(urls[chain]),
    ];
  };
  return [
    `${body['engine']} engine, epoch ${body['epoch']}, ${body['ready'] === true ? 'ready' : 'not ready'}`,
    ...table([row('bitcoin'), row('stacks')]),
    `cycle ${cycle['id']}, ${cycle['phase']} phase, ${cycle['blocksLeft']} Bitcoin blocks left`,
    ...(origin === undefined ? [] : [`fork of ${origin} at Stacks height ${forkHeight}`]),
    ...(Array.isArray(body['chaos']) ? body['chaos'].filter(isRecord).map(({ id, kind }) => `chaos ${id}: ${kind}`) : []),
    ...(Array.isArray(bootContracts) ? [`boot contracts of ${bootSource}: ${bootContracts.map(nameOf).join(', ')}`] : []),
    ...(urls['gateway'] === undefined ? [] : [`gateway ${urls['gateway']}`]),
  ];
}

/** The name of a contract at the boot address, which is the same for all of them; else the whole principal. */
function nameOf(contract: unknown): string {
  return String(contract).replace(/^ST0[^.]*\./, '');
}
