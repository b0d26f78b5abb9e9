import path from 'node:path';
import { text } from 'node:stream/consumers';
import { invalid } from '../../base/error.js';
import type { Devnet } from '../../network/types.js';
import { readSource } from '../../project/source.js';
import { readFee } from '../fee.js';
import type { Output } from '../output.js';
import { printSent } from '../receipt-lines.js';

export type DeployFlags = {
  as: string;
  fee?: string | undefined;
  wait: boolean;
  name?: string | undefined;
  clarityVersion?: string | undefined;
};

/** `deploy <file>`: deploys a contract. @returns the exit status */
export async function deploy(
  connect: () => Promise<Devnet>,
  output: Output,
  cwd: string,
  file: string,
  flags: DeployFlags,
): Promise<number> {
  const { as, fee, wait, name = nameOf(file), clarityVersion: version } = flags;
  if (version !== undefined && !/^[1-6]$/.test(version)) throw invalid('--clarity-version', 'a whole number from 1 to 6', version);
  const options = { as, fee: readFee(fee), wait, name, clarityVersion: version === undefined ? undefined : Number(version) };
  const source = file === '-' ? await text(process.stdin) : await readSource(path.resolve(cwd, file), 'file');
  await using devnet = await connect();
  const sent = await devnet.stacks.deploy({ ...options, source });
  return printSent(output, typeof sent === 'string' ? '' : `deployed ${sent.contract}`, sent);
}

function nameOf(file: string): string {
  if (file === '-') throw invalid('--name', 'the name of the contract, which stdin has not', undefined);
  return path.basename(file, path.extname(file));
}
