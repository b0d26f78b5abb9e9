import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DevnetError } from '../../error.js';
import type { Program, ProgramInfo } from '../launch/launcher.js';
import { remedy } from '../launch/remedy.js';
import { checkPair } from '../launch/supported.js';
import { readVersion } from '../launch/version.js';
import { findProgram } from './find-program.js';
import { probeVersion } from './probe-version.js';

/** Paths of the three programs, or names to be searched on PATH; absent ones are searched by their own names. */
type Binaries = { bitcoind?: string | undefined; stacksNode?: string | undefined; stacksSigner?: string | undefined };

export type ProgramsOptions = {
  binaries: Binaries;
  /** The whole environment of programs that are started; its `PATH` is searched. */
  environment: Readonly<Record<string, string>>;
  /** How long a program may take to tell its version, in ms. @default 10000 */
  probeTimeoutMs?: number | undefined;
};

export type FoundProgram = ProgramInfo & { file: string };
export const programs: readonly Program[] = ['bitcoind', 'stacks-node', 'stacks-signer'];

/**
 * Finds all three programs and checks that they fit together.
 * @throws DevnetError MISSING: one for everything that lacks
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
 * Finds one program and reads its version. Its identity is made from its whole version text (which tells the commit of a
 * stacks-node), size and time of change: a rebuilt or replaced program is another one. Of a wrapper script these are the script's,
 * so that what it starts counts by its version text alone.
 * @throws DevnetError MISSING
 */
export async function identifyProgram(program: Program, options: ProgramsOptions): Promise<FoundProgram> {
  const { binaries, environment: env, probeTimeoutMs: timeoutMs = 10_000 } = options;
  const file = await findProgram(program, { given: given(binaries)[program], searchPath: env['PATH'] ?? '' });
  const output = await probeVersion({ program, file, env, timeoutMs });
  const version = await readVersion(program, file, output);
  const { size, mtimeMs } = await stat(file);
  // Log lines, which stacks-node adds, carry the time.
  const text = output.split('\n').filter((line) => !/^(?:INFO|WARN|DEBG|ERRO) /.test(line));
  const identity = createHash('sha256')
    .update([...text, size, Math.round(mtimeMs)].join('\n'))
    .digest('hex');
  return { ...version, identity, file };
}

function given({ bitcoind, stacksNode, stacksSigner }: Binaries): Record<Program, string | undefined> {
  return { bitcoind, 'stacks-node': stacksNode, 'stacks-signer': stacksSigner };
}

/** Several programs that lack are one error: whoever installs one wants to know of the others. */
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
