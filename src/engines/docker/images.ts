import { DevnetError } from '../../error.js';
import type { Program } from '../nakamoto/launcher.js';
import { type Client, statusOf } from './client.js';
import { composeImage } from './compose-image.js';

/** Names of images by what they hold; for absent ones, those of compose/compose.yaml. */
export type Images = { bitcoind?: string | undefined; stacksNode?: string | undefined; stacksSigner?: string | undefined };

export const imageSettings: Readonly<Record<Program, string>> = {
  bitcoind: 'images.bitcoind',
  'stacks-node': 'images.stacksNode',
  'stacks-signer': 'images.stacksSigner',
};

/** `id` is the digest of its content. */
export type Image = { name: string; id: string };

/** As long as a pull may take without a word, in ms. */
const silence = 60_000;

/** The name of a program's image: the one that is set, else that of compose/compose.yaml. */
export async function imageName(program: Program, { bitcoind, stacksNode, stacksSigner }: Images): Promise<string> {
  return { bitcoind, 'stacks-node': stacksNode, 'stacks-signer': stacksSigner }[program] ?? (await composeImage(program));
}

/**
 * The image that the engine has by this name, else pulled for the engine's own platform. What is there is never looked up elsewhere.
 * @throws DevnetError MISSING when it is neither there nor to be had
 */
export async function findImage(client: Client, program: Program, name: string, onProgress?: (step: string) => void): Promise<Image> {
  const there = await inspect(client, name);
  if (there !== undefined) return there;
  onProgress?.(`pulling ${name}`);
  try {
    await pull(client, name, onProgress);
  } catch (error) {
    if (error instanceof DevnetError && error.code === 'NOT_REACHABLE') throw error;
    throw missing(program, name, error);
  }
  const pulled = await inspect(client, name);
  if (pulled === undefined) throw missing(program, name, new Error('it is not there after the pull'));
  return pulled;
}

async function inspect({ docker, ask }: Client, name: string): Promise<Image | undefined> {
  try {
    const { Id: id } = await ask(`looking for the image ${name}`, () => docker.getImage(name).inspect());
    return { name, id };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

async function pull({ docker, ask }: Client, name: string, onProgress?: (step: string) => void): Promise<void> {
  const stream = await ask(`pulling ${name}`, () => docker.pull(name), silence);
  await new Promise<void>((resolve, reject) => {
    const late = (): void => void reject(new Error(`no progress within ${silence} ms`));
    let timer = setTimeout(late, silence);
    const told = new Set<string>();
    docker.modem.followProgress(
      stream,
      (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      },
      ({ id, status }: { id?: string; status?: string }) => {
        clearTimeout(timer);
        timer = setTimeout(late, silence);
        // A line for each layer that has come; bars are for terminals.
        if (id === undefined || status !== 'Pull complete' || told.has(id)) return;
        told.add(id);
        onProgress?.(`pulling ${name}: ${told.size} ${told.size === 1 ? 'layer' : 'layers'}`);
      },
    );
  });
}

function missing(program: Program, name: string, cause: unknown): DevnetError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const otherPlatform = /no matching manifest|does not match the specified platform/.test(reason);
  return new DevnetError('MISSING', `${program}: the image ${name} is not there and cannot be pulled: ${reason}`, {
    field: imageSettings[program],
    expected: otherPlatform ? "an image for the engine's platform" : 'an image that is there or can be pulled',
    received: name,
    hint: otherPlatform
      ? `${imageSettings[program]} names another image`
      : `docker pull ${name}, or another image by ${imageSettings[program]}`,
    cause,
  });
}
