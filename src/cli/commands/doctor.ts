import { nativeHost, resolveConfig } from '../../config/resolve.js';
import type { Flags } from '../../config/text-layer.js';
import type { EngineName } from '../../engines/engine.js';
import { DevnetError } from '../../error.js';
import type { Context } from '../context.js';
import { examineDocker } from '../doctor/docker.js';
import { examineEmbedded } from '../doctor/embedded.js';
import { examineExternal } from '../doctor/external.js';
import type { Finding } from '../doctor/finding.js';
import { examineNative } from '../doctor/native.js';
import { type Output, table } from '../output.js';

/**
 * `doctor`: what this machine has and lacks for each engine.
 * @throws DevnetError MISSING when the configured engine lacks something
 */
export async function doctor(flags: Flags, context: Context, output: Output): Promise<void> {
  const config = await resolveConfig({ flags, env: context.env, cwd: context.cwd, anyEngine: true });
  const [embedded, native, docker, external] = await Promise.all([
    examineEmbedded(config),
    examineNative(config, nativeHost(context.env)),
    examineDocker(config, context.env),
    examineExternal(config),
  ]);
  const findings: Record<EngineName, Finding[]> = { embedded, native, docker, external };
  const engines = Object.entries(findings).map(([engine, found]) => {
    return { engine, ok: found.every(({ ok }) => ok), findings: found };
  });
  if (output.json) output.object({ engine: config.engine, engines });
  else for (const { engine, ok, findings: list } of engines) for (const line of lines(engine, ok, list, output)) output.line(line);

  const lacking = engines.find(({ engine, ok }) => engine === config.engine && !ok)?.findings.filter(({ ok }) => !ok) ?? [];
  if (lacking.length > 0) {
    const items = lacking.map(({ item }) => item).join(', ');
    throw new DevnetError('MISSING', `the ${config.engine} engine lacks: ${items}`, { field: 'engine', received: config.engine });
  }
}

function lines(engine: string, ok: boolean, findings: readonly Finding[], output: Output): string[] {
  const rows = table(
    findings.map(({ item, ok: has, text }) => [has ? 'has' : 'lacks', item, text]),
    '  ',
  );
  return [
    output.bold(`${engine}: ${ok ? 'ready' : 'not ready'}`),
    ...findings.flatMap(({ hint }, index) => [
      rows[index] ?? '',
      ...(hint === undefined ? [] : hint.split('\n').map((line) => output.dim(`         ${line}`))),
    ]),
  ];
}
