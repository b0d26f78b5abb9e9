import { DevnetError, messageOf } from '../../../../base/error.js';
import type { Program } from '../launcher.js';
import { type Client, statusOf } from './client.js';
import { composeImage } from './compose-image.js';

/** Names of images by what they hold; for absent ones, those of compose/compose.yaml. */
export type Images = { bitcoind?: string | undefined; stacksNode?: string | undefined; stacksSigner?: string | undefined };

export const imageSettings: Readonly<Record<Program, string>> = {
  bitcoind: 'images.bitcoind',
  'stacks-node': 'images.stacksNode',
  'stacks-signer': 'images.stacksSigner',
};

/** `id` is the digest of its content. Platforms are those that it is for and that the engine runs on, for example `linux/arm64`. */
export type Image = { name: string; id: string; platform: string; enginePlatform: string };

/** How long a pull may take without progress, in ms. */
const silence = 60_000;

/** Returns the name of a program's image: the configured one, else that of compose/compose.yaml. */
export async function imageName(program: Program, { bitcoind, stacksNode, stacksSigner }: Images): Promise<string> {
  return { bitcoind, 'stacks-node': stacksNode, 'stacks-signer': stacksSigner }[program] ?? (await composeImage(program));
}

/**
 * Finds the image in the engine, or pulls it for the platform of the engine. An image in the engine is never looked up elsewhere, even
 * if it is for another platform: some engines can emulate that.
 * @throws DevnetError MISSING if it neither exists nor can be pulled
 */
export async function findImage(client: Client, program: Program, name: string, onProgress?: (step: string) => void): Promise<Image> {
  const platform = await enginePlatform(client);
  const there = await inspect(client, name, platform);
  if (there !== undefined) {
    const { text, hint } = otherPlatform(there) ?? {};
    if (text !== undefined) onProgress?.(`${text}: ${hint}`);
    return there;
  }
  onProgress?.(`pulling ${name} for ${platform}`);
  try {
    await pull(client, name, platform, onProgress);
  } catch (error) {
    if (error instanceof DevnetError && error.code === 'NOT_REACHABLE') throw error;
    throw missing(program, name, platform, error);
  }
  const pulled = await inspect(client, name, platform);
  if (pulled === undefined) throw missing(program, name, platform, new Error('it does not exist after the pull'));
  return pulled;
}

/** Returns the warning about an image for another platform than the engine's; undefined for any other image. */
export function otherPlatform({ name, platform, enginePlatform: engine }: Image): { text: string; hint: string } | undefined {
  if (platform === engine) return undefined;
  return {
    text: `${name} is for ${platform}, which this engine (${engine}) can at best emulate`,
    hint: `docker pull --platform ${engine} ${name}`,
  };
}

/** Returns the image in the engine; undefined if it has none by this name. */
export async function lookUpImage(client: Client, name: string): Promise<Image | undefined> {
  return inspect(client, name, await enginePlatform(client));
}

async function enginePlatform({ docker, ask }: Client): Promise<string> {
  const { Os: os, Arch: architecture } = await ask('asking for its platform', () => docker.version());
  return `${os}/${architecture}`;
}

async function inspect({ docker, ask }: Client, name: string, enginePlatform: string): Promise<Image | undefined> {
  try {
    const image = await ask(`looking for the image ${name}`, () => docker.getImage(name).inspect());
    return { name, id: image.Id, platform: `${image.Os}/${image.Architecture}`, enginePlatform };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

async function pull({ docker, ask }: Client, name: string, platform: string, onProgress?: (step: string) => void): Promise<void> {
  const stream = await ask(`pulling ${name}`, () => docker.pull(name, { platform }), silence);
  await new Promise<void>((resolve, reject) => {
    const late = (): void => void reject(new Error(`no progress within ${silence} ms`));
    let timer = setTimeout(late, silence);
    const reported = new Set<string>();
    docker.modem.followProgress(
      stream,
      (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      },
      ({ id, status, error }: { id?: string; status?: string; error?: string }) => {
        clearTimeout(timer);
        timer = setTimeout(late, silence);
        // The status was sent before the error.
        if (error !== undefined) reject(new Error(error));
        // One line per layer: progress bars are for terminals.
        if (id === undefined || status !== 'Pull complete' || reported.has(id)) return;
        reported.add(id);
        onProgress?.(`pulling ${name}: ${reported.size} ${reported.size === 1 ? 'layer' : 'layers'}`);
      },
    );
  });
}

function missing(program: Program, name: string, platform: string, cause: unknown): DevnetError {
  const reason = messageOf(cause);
  const isOther = /no matching manifest|does not match the specified platform/.test(reason);
  return new DevnetError('MISSING', `${program}: the image ${name} does not exist here and cannot be pulled: ${reason}`, {
    field: imageSettings[program],
    expected: isOther ? `an image for ${platform}` : 'an image that exists here or can be pulled',
    received: name,
    hint: isOther ? `${imageSettings[program]} sets another image` : `docker pull ${name}, or another image by ${imageSettings[program]}`,
    cause,
  });
}
