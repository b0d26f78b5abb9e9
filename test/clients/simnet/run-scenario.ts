import { join } from 'node:path';
import { briefWasm } from '../../brief-wasm.js';
import { devnetProgram, runExample } from '../../examples/run.js';

/** What the scenario printed, without the simnet's own lines. */
export type Scenario = { status: number; steps: Record<string, unknown>; output: string };

/** Runs the scenario on clarinet-sdk's simnet, or over HTTP on a network of an engine. */
export async function runScenario(on: 'simnet' | 'embedded' | 'native'): Promise<Scenario> {
  const script = [join(import.meta.dirname, 'scenario.mjs'), on];
  const flags = ['--engine', on, '--mining-bitcoin', '60000'];
  const args = on === 'simnet' ? [...briefWasm, ...script] : [devnetProgram, 'exec', ...flags, '--', process.execPath, ...script];
  // Real nodes may boot from genesis first.
  const { status, output } = await runExample('simnet', args, {}, on === 'native' ? 540_000 : undefined);
  const line = output.split('\n').find((text) => text.startsWith('{"heights"')) ?? '{}';
  return { status, steps: JSON.parse(line), output };
}
