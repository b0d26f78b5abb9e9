import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DevnetError } from '../../../../base/error.js';
import type { Program, ProgramInfo } from '../launcher.js';
import { remedy } from '../remedy.js';
import { checkPair } from '../supported.js';
import { readVersion } from '../version.js';
import { findProgram } from './find-program.js';
import { probeVersion } from './probe-version.js';

/** Paths of the three programs, or names to search on PATH. @default the names of the programs */
type Binaries = { bitcoind?: string | undefined; stacksNode?: string | undefined; stacksSigner?: string | undefined };

export type ProgramsOptions = {
  binaries: Binaries;
  /** All environment variables of the programs. Its `PATH` is searched. */
  environment: Readonly<Record<string, string>>;
  /** How long a program may take to report its version, in ms. @default 60000 */
  probeTimeoutMs?: number | undefined;
};

export type FoundProgram = ProgramInfo & { file: string };
export const programs: readonly Program[] = ['bitcoind', 'stacks-node', 'stacks-signer'];

/**
 * Finds all three programs and checks that their versions match.
 * @throws DevnetError MISSING: one error that names every missing program
 */
export async function findPrograms(options: ProgramsOptions): Promise<Record<Program, FoundProgram>> {
  const [bitcoind, node, signer] = await Promise.allSettled(programs.map((program) => identifyProgram(program, options)));
  if (bitcoind?.status !== 'fulfilled' || node?.status !== 'fulfilled' || signer?.status !== 'fulfilled') {
    throw together([bitcoind, node, signer].flatMap((result) => (result?.status === 'rejected' ? [result.reason] : [])));
  }
  checkPair(node.value, signer.value, await remedy('stacks-signer'));
  return { bitcoind: bitcoind.value, 'stacks-node': node.value, 'stacks-signer': signer.value };
}

/**
 * Finds one program and reads its version. The identity is a digest of the whole version text (which includes the commit of a
 * stacks-node), the size and the modification time: a rebuilt or replaced program has another one. Behind a wrapper script, only the
 * version text of the program counts.
 * @throws DevnetError MISSING
 */
export async function identifyProgram(program: Program, options: ProgramsOptions): Promise<FoundProgram> {
  const { binaries, environment: env, probeTimeoutMs: timeoutMs = 60_000 } = options;
  const file = await findProgram(program, { given: given(binaries)[program], searchPath: env['PATH'] ?? '' });
  const output = await probeVersion({ program, file, env, timeoutMs });
  const version = await readVersion(program, file, output);
  const { size, mtimeMs } = await stat(file);
  // stacks-node adds log lines, which contain the time.
  const text = output.split('\n').filter((line) => !/^(?:INFO|WARN|DEBG|ERRO) /.test(line));
  const identity = createHash('sha256')
    .update([...text, size, Math.round(mtimeMs)].join('\n'))
    .digest('hex');
  return { ...version, identity, file };
}

function given({ bitcoind, stacksNode, stacksSigner }: Binaries): Record<Program, string | undefined> {
  return { bitcoind, 'stacks-node': stacksNode, 'stacks-signer': stacksSigner };
}

/** Combines the errors of several missing programs, so that they can be installed together. */
function together(reasons: unknown[]): unknown {
  const [first] = reasons;
  const missing = reasons.filter((reason) => reason instanceof DevnetError);
  if (missing.length < 2 || missing.length < reasons.length) return reasons.find((reason) => !(reason instanceof DevnetError)) ?? first;
  const hints = new Set(missing.flatMap(({ hint }) => hint ?? []));
  return new DevnetError('MISSING', missing.map(({ message }) => message).join('; '), {
    field: missing[0]?.field,
    expected: missing.map(({ expected }) => expected).join('; '),
    received: missing[0]?.received,
    hint: [...hints].join('\n'),
    cause: new AggregateError(missing),
  });
}
