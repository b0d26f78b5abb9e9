import type { GatewayClient } from '../../network/connected.js';
import type { CostDimension, CostRange, CostReport } from '../../network/costs.js';
import { network } from '../../network/operations.js';
import { ask } from '../ask.js';
import { type Output, table } from '../output.js';

/** `costs`: prints what the functions of contracts cost, the most expensive first. */
export async function costs(gateway: GatewayClient, output: Output): Promise<void> {
  const { body, answer } = await ask(gateway, network.costs);
  if (output.json) {
    output.object(body);
    return;
  }
  for (const line of costLines(answer())) output.line(line);
}

const HEADINGS = ['function', 'calls', 'of a block', 'runtime', 'reads', 'bytes read', 'writes', 'bytes written'];

function costLines({ epoch, functions }: CostReport): string[] {
  if (functions.length === 0) return ['No transaction has called a contract yet.'];
  const rows = functions.map(({ contract, function: fn, calls, measured, costs: found, share }) => {
    const cell = (dimension: CostDimension) => (found === undefined ? 'unknown' : rangeText(found[dimension], String));
    return [
      `${contract}.${fn}`,
      measured === calls ? `${calls}` : `${calls} (${measured} measured)`,
      share === undefined ? 'unknown' : rangeText(share, percent),
      ...(['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const).map(cell),
    ];
  });
  return [`Costs in epoch ${epoch}: minimum / median / maximum`, ...table([HEADINGS, ...rows])];
}

/** Equal numbers are shown once. */
function rangeText({ min, median, max }: CostRange, show: (value: number) => string): string {
  return min === max ? show(max) : [min, median, max].map(show).join(' / ');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)} %`;
}
