import { writeOutput } from '#platform/write-output.js';
import { invalid } from '../../base/error.js';
import type { CostProfile, ProfileCost } from '../../clarity/trace.js';
import type { GatewayClient } from '../../network/connected.js';
import { COST_DIMENSIONS, type CostDimension } from '../../network/costs.js';
import type { StacksProfile } from '../../network/devnet.js';
import { stacks } from '../../network/operations.js';
import { flameGraph, foldedStacks, profileLabel, speedscopeFile } from '../../tools/story.js';
import { ask } from '../ask.js';
import { type Output, table } from '../output.js';

/** The most rows of a table: a file has all. */
const MAX_ROWS = 20;

type ProfileOptions = { out?: string | undefined; dimension: string };

/**
 * `profile <txid>`: prints what each function and line of a mined Stacks transaction cost, or writes it to a file.
 * @throws DevnetError INVALID_INPUT, NOT_FOUND, UNSUPPORTED
 */
export async function profile(gateway: GatewayClient, output: Output, txid: string, { out, dimension }: ProfileOptions): Promise<void> {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  const chosen = COST_DIMENSIONS.find((one) => one === dimension);
  if (chosen === undefined) throw invalid('--dimension', COST_DIMENSIONS.join(', '), dimension);
  const write = out === undefined ? undefined : formatOf(out);
  const { body, answer } = await ask(gateway, stacks.profile, { txid });
  const found = answer();
  if (out !== undefined && write !== undefined) await writeOutput('--out', out, write(found, chosen));
  if (output.json) {
    output.object(body);
    return;
  }
  if (out === undefined) for (const line of profileLines(found, chosen)) output.line(line);
  else output.line(`${found.cost[chosen].toLocaleString('en')} ${chosen} in ${out}`);
}

/** Writes a profile in the format of a file. */
type Format = (found: CostProfile & Pick<StacksProfile, 'txid'>, dimension: CostDimension) => string;

/** Returns the format that the name of a file has. @throws DevnetError INVALID_INPUT */
export function formatOf(file: string): Format {
  if (file.endsWith('.svg')) return (found, dimension) => flameGraph(found, found.txid, dimension);
  if (file.endsWith('.folded')) return foldedStacks;
  if (file.endsWith('.speedscope.json')) {
    return (found, dimension) =>
      `${JSON.stringify(speedscopeFile(found, found.txid, [dimension, ...COST_DIMENSIONS.filter((one) => one !== dimension)]))}\n`;
  }
  throw invalid('--out', 'a file whose name ends with .svg, .speedscope.json or .folded', file);
}

const HEADINGS = ['runtime', 'reads', 'bytes read', 'writes', 'bytes written'];

function profileLines(found: StacksProfile, by: CostDimension): string[] {
  const { cost, functions, lines, block, status } = found;
  const cells = (one: ProfileCost) => COST_DIMENSIONS.map((dimension) => one[dimension].toLocaleString('en'));
  const share = (one: ProfileCost) => (cost[by] === 0 ? '' : `${((one[by] / cost[by]) * 100).toFixed(1)} %`);
  const sorted = <T extends { exclusive: ProfileCost }>(rows: readonly T[]) =>
    rows.toSorted((a, b) => b.exclusive[by] - a.exclusive[by]).slice(0, MAX_ROWS);
  if (functions.length === 0) return ['no contract ran'];
  const head = `${status} in Stacks block ${block.height}: each cost is that of the function or line itself, then with what it called`;
  const byFunction = sorted(functions).map((row) => {
    const { line: _line, ...name } = row;
    return [profileLabel(name), `${row.count}`, share(row.exclusive), share(row.inclusive), ...cells(row.exclusive)];
  });
  const byLine = sorted(lines).map((row) => {
    const { source = '', count, exclusive, inclusive } = row;
    return [profileLabel(row), `${count}`, share(exclusive), share(inclusive), ...cells(exclusive), source.slice(0, 60)];
  });
  const total = ['together', '', '', '', ...cells(cost)];
  const columns = ['times', `share of ${by}`, 'with calls', ...HEADINGS];
  return [
    head,
    '',
    ...table([['function', ...columns], ...byFunction, total]),
    '',
    ...table([['line', ...columns, 'source'], ...byLine, [...total, '']]),
    ...(lines.length > MAX_ROWS ? [`${lines.length - MAX_ROWS} lines more: -o profile.speedscope.json has all`] : []),
  ];
}
