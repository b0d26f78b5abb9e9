import { access, constants, mkdtemp, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { exists } from '#platform/exists.js';
import { readManifest } from '#platform/manifest.js';
import { sweepTemporaryFolders, temporaryFolder } from '#platform/temporary-folder.js';
import { writeOutput } from '#platform/write-output.js';
import { invalid } from '../../base/error.js';
import { toJson } from '../../base/json.js';
import type { Flags } from '../../project/config.js';
import { resolveConfig } from '../../project/config.js';
import { planNetwork } from '../../start/plan.js';
import {
  checkNetwork,
  copyFolder,
  createAnalyser,
  createSuite,
  type FolderCopy,
  findTestFiles,
  folderToCopy,
  networkContracts,
  removeFolder,
  reportLines,
  reportObject,
  runMutants,
  SuiteFailure,
  sarifLog,
} from '../../tools/mutation.js';
import { checkCommand } from '../check-command.js';
import type { Context, GlobalOptions } from '../context.js';
import { exitStatus } from '../exit-status.js';
import { interrupted } from '../interrupted.js';
import { createOutput } from '../output.js';

export type MutateOptions = {
  /** The settings of the network. */
  flags: Flags;
  /** The least score that is no failure, in percent. */
  threshold: number;
  /** Files, or folders with test files. @default all test files */
  tests: readonly string[] | undefined;
  /** Names of contracts. @default all */
  contracts: readonly string[] | undefined;
  workers: number;
  /** How long the tests of a mutant may take. @default as long as `runMutants` says */
  timeoutSeconds: number | undefined;
  /** Files for the report. */
  json: string | undefined;
  sarif: string | undefined;
};

/**
 * `mutate -- <command>`: changes the contracts of the project, one place at a time, runs the tests on each mutant, and reports those that
 * no test detects.
 * @returns the exit status: 1 for a score below the threshold, or if the tests fail without a mutant
 */
export async function mutate(words: readonly string[], options: MutateOptions, context: Context, globals: GlobalOptions): Promise<number> {
  const output = createOutput(context, globals);
  const cwd = await realpath(context.cwd);
  const onProgress = (line: string): void => output.note(line);
  const onWarning = (line: string): void => output.warn(line);
  const config = await resolveConfig({ flags: options.flags, env: context.env, cwd, findProject: true, onNotice: onProgress });
  checkNetwork(config);
  const root = folderToCopy(config, cwd);
  const [json, sarif] = await Promise.all([checkFile('--json', options.json, cwd), checkFile('--sarif', options.sarif, cwd)]);
  const fault = await checkCommand(words[0] ?? '', { cwd, env: context.env });
  if (fault !== undefined) throw fault.error;
  const termination = context.termination();
  const { signal } = termination;
  let folder: string | undefined;
  try {
    const {
      contracts,
      files: mutated,
      epoch,
    } = await networkContracts({
      ...{ config, root, cwd, names: options.contracts, onWarning },
      plan: (resolved) => planNetwork(resolved, { isMainnet: false, onWarning, signal }),
    });
    const [analyser, testFiles] = await Promise.all([
      createAnalyser(contracts, epoch),
      findTestFiles(root, { chosen: options.tests, from: cwd }),
    ]);
    folder = await realpath(await temporaryFolder());
    await sweepTemporaryFolders();
    const copies: FolderCopy[] = [];
    for (let worker = 0; worker < options.workers; worker++) {
      signal.throwIfAborted();
      copies.push(await copyFolder(root, await mkdtemp(join(folder, 'copy-'))));
    }
    const report = await runMutants({
      command: words,
      files: mutated,
      analyser,
      copies,
      suite: createSuite(words, { program: context.program, copies, cwd, config, flags: options.flags, env: context.env, signal }),
      testFiles,
      folder: await mkdtemp(join(folder, 'coverage-')),
      timeoutMs: options.timeoutSeconds && options.timeoutSeconds * 1000,
      onProgress,
      onWarning,
    });
    if (json) await writeOutput('--json', json, `${toJson(reportObject(report, options.threshold))}\n`);
    if (sarif) await writeOutput('--sarif', sarif, `${toJson(sarifLog(report, readManifest().version))}\n`);
    if (output.json) output.object(reportObject(report, options.threshold));
    else for (const line of reportLines(report)) output.line(line);
    if (report.score >= options.threshold) return exitStatus.done;
    output.note(`the score is below ${options.threshold} %`);
    return exitStatus.failed;
  } catch (error) {
    if (signal.aborted) return interrupted(termination);
    if (!(error instanceof SuiteFailure)) throw error;
    output.note(error.message);
    return exitStatus.failed;
  } finally {
    if (folder !== undefined) await removeFolder(folder);
    termination.dispose();
  }
}

/** A report that cannot be written should fail first. @returns its absolute path @throws DevnetError INVALID_INPUT */
async function checkFile(flag: string, file: string | undefined, cwd: string): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const path = resolve(cwd, file);
  const present = await exists(path);
  await access(present ? path : dirname(path), constants.W_OK).catch(() => {
    throw invalid(flag, 'a file in a folder that exists and is writable', file);
  });
  return path;
}
