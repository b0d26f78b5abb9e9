import { isCi } from '#platform/default-timeout.js';
import { DevnetError } from '../../base/error.js';
import type { Flags } from '../../project/config.js';
import { nativeHost, resolveConfig } from '../../project/config.js';
import type { EngineName } from '../../stacks/engine.js';
import type { Context } from '../context.js';
import { examineDocker } from '../doctor/docker.js';
import { examineEmbedded } from '../doctor/embedded.js';
import { examineExternal } from '../doctor/external.js';
import type { Finding } from '../doctor/finding.js';
import { issueReport, printReport } from '../doctor/issue-report.js';
import { examineNative } from '../doctor/native.js';
import { type Output, table } from '../output.js';

/**
 * `doctor`: checks what each engine needs on this machine. In CI it prints one line for each engine, and all checks only of the configured
 * engine if that is not ready.
 * @param options with `report`, prints what a report of a fault needs, without secrets, and throws nothing
 * @throws DevnetError MISSING if anything is missing for the configured engine
 */
export async function doctor(flags: Flags, context: Context, output: Output, { report = false } = {}): Promise<void> {
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
  if (report) {
    printReport(await issueReport({ flags, context, engine: config.engine, engines }), output);
    return;
  }
  if (output.json) output.object({ engine: config.engine, engines });
  else {
    // A reader of a CI log looks for the engine of the job.
    const isShort = (engine: string, ok: boolean) => isCi(context.env) && (ok || engine !== config.engine);
    for (const { engine, ok, findings: list } of engines) {
      for (const line of isShort(engine, ok) ? [shortLine(engine, list)] : lines(engine, ok, list, output)) output.line(line);
    }
  }

  const missing = engines.find(({ engine, ok }) => engine === config.engine && !ok)?.findings.filter(({ ok }) => !ok) ?? [];
  if (missing.length > 0) {
    const items = missing.map(({ item }) => item).join(', ');
    throw new DevnetError('MISSING', `The ${config.engine} engine cannot start. Fix ${items} as shown above.`, {
      field: 'engine',
      received: config.engine,
    });
  }
}

function shortLine(engine: string, findings: readonly Finding[]): string {
  const missing = findings
    .filter(({ ok }) => !ok)
    .map(({ item, text }) => (text.includes(item) || !/^\d/.test(text) ? text.split(':')[0] : `${item}: ${text}`));
  return `${engine}: ${missing.length === 0 ? 'ready' : `not ready: ${missing.join(', ')}`}`;
}

function lines(engine: string, ok: boolean, findings: readonly Finding[], output: Output): string[] {
  const rows = table(
    findings.map(({ item, ok: isOk, isPoor = false, text }) => [!isOk ? 'fail' : isPoor ? 'warn' : 'ok', item, text]),
    '  ',
  );
  return [
    output.bold(`${engine}: ${ok ? 'ready' : 'not ready'}`),
    ...findings.flatMap(({ hint }, index) => [
      rows[index] ?? '',
      ...(hint === undefined ? [] : hint.split('\n').map((line) => output.dim(`        ${line}`))),
    ]),
  ];
}
