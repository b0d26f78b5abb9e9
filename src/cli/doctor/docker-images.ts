import type { Environment } from '#platform/environment.js';
import {
  type Client,
  connect,
  createVersionCache,
  engineAddress,
  type Images,
  imageName,
  lookUpImage,
  otherPlatform,
} from '../../engines/docker.js';
import type { Program } from '../../engines/launch.js';
import { programs } from '../../engines/native.js';
import type { ResolvedConfig } from '../../project/config.js';
import { type Finding, failedCheck } from './finding.js';

/** Checks which images the engine has. A missing one passes, because the first start pulls it. */
export async function examineImages({ images, cache }: Pick<ResolvedConfig, 'images' | 'cache'>, env: Environment): Promise<Finding[]> {
  try {
    const client = await connect(await engineAddress(env));
    return await Promise.all(programs.map((program) => examineImage(client, program, images, cache.dir)));
  } catch (error) {
    return [failedCheck('images', error)];
  }
}

async function examineImage(client: Client, program: Program, images: Images, cacheDir: string): Promise<Finding> {
  const name = await imageName(program, images);
  try {
    const found = await lookUpImage(client, name);
    if (found === undefined) {
      return { item: program, ok: true, text: `${name} is not pulled yet; the first start pulls it`, hint: `docker pull ${name}` };
    }
    const known = await createVersionCache(cacheDir).find(program, found.id);
    const version = known === undefined ? 'the first start reads its version' : `${program} ${known.version}`;
    const { text = `${name} (${found.platform})`, hint } = otherPlatform(found) ?? {};
    return { item: program, ok: true, text: `${text}, ${version}`, hint };
  } catch (error) {
    return failedCheck(program, error);
  }
}
