import os from 'node:os';
import { isCi } from '#platform/default-timeout.js';
import { readManifest } from '#platform/manifest.js';
import type { Flags } from '../../project/config.js';
import { givenSettings } from '../../project/config.js';
import type { EngineName } from '../../stacks/engine.js';
import type { Context } from '../context.js';
import type { Output } from '../output.js';
import type { Finding } from './finding.js';

/** What a report of a fault needs. It has no URL, path, key or name of this machine, so that it can be published. */
export type IssueReport = {
  version: string;
  /** The name and version of Node, Bun or Deno. */
  runtime: string;
  /** Name, release and architecture. */
  system: string;
  cpus: number;
  memoryMiB: number;
  /** Whether a CI service runs this. */
  ci: boolean;
  engine: EngineName;
  engines: Record<string, boolean>;
  /** The settings of flags, variables and the file. */
  settings: Record<string, string>;
};

/** Settings whose text is one of a few words. The text of others may be a secret, or have one in it. */
const WORDS = new Set(['engine', 'epoch', 'logLevel', 'mining.bitcoin', 'mining.stacks']);

type ReportOptions = {
  flags: Flags;
  context: Context;
  engine: EngineName;
  engines: readonly { engine: string; ok: boolean; findings: readonly Finding[] }[];
};

/** Collects the report. @throws DevnetError INVALID_INPUT for settings that cannot be read */
export async function issueReport({ flags, context: { env, cwd }, engine, engines }: ReportOptions): Promise<IssueReport> {
  const given = await givenSettings({ flags, env, cwd });
  const { bun, deno, node } = process.versions;
  return {
    version: readManifest().version,
    runtime: bun !== undefined ? `Bun ${bun}` : deno !== undefined ? `Deno ${deno}` : `Node ${node}`,
    system: `${os.type()} ${os.release()} ${process.arch}`,
    cpus: os.availableParallelism(),
    memoryMiB: Math.floor(os.totalmem() / 2 ** 20),
    ci: isCi(env),
    engine,
    engines: Object.fromEntries(engines.map(({ engine: name, ok }) => [name, ok])),
    settings: Object.fromEntries([...given].map(([key, value]) => [key, shown(key, value)]).sort()),
  };
}

function shown(key: string, value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint' || WORDS.has(key)) return String(value);
  return '(set)';
}

/** Prints the report as Markdown for an issue, or as one object of JSON. */
export function printReport(report: IssueReport, output: Output): void {
  if (output.json) {
    output.object(report);
    return;
  }
  const { engines, settings, ...rest } = report;
  output.line('| what | value |\n| --- | --- |');
  for (const [what, value] of Object.entries(rest)) output.line(`| ${what} | ${value} |`);
  for (const [engine, ok] of Object.entries(engines)) output.line(`| engine ${engine} | ${ok ? 'ready' : 'not ready'} |`);
  for (const [key, value] of Object.entries(settings)) output.line(`| setting \`${key}\` | ${value} |`);
}
