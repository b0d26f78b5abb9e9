import type { Environment } from '../../config/text-layer.js';
import type { ResolvedConfig } from '../../config/types.js';
import { engineAddress } from '../../engines/docker/address.js';
import { type Client, connect } from '../../engines/docker/client.js';
import { type Images, imageName, lookUpImage, otherPlatform } from '../../engines/docker/images.js';
import { createVersionCache } from '../../engines/docker/version-cache.js';
import type { Program } from '../../engines/launch/launcher.js';
import { programs } from '../../engines/native/programs.js';
import { type Finding, lack } from './finding.js';

/** Which images the engine has. One that is not there is no lack as long as it can be pulled, which only a start tries. */
export async function examineImages({ images, cache }: Pick<ResolvedConfig, 'images' | 'cache'>, env: Environment): Promise<Finding[]> {
  try {
    const client = await connect(await engineAddress(env));
    return await Promise.all(programs.map((program) => examineImage(client, program, images, cache.dir)));
  } catch (error) {
    return [lack('images', error)];
  }
}

async function examineImage(client: Client, program: Program, images: Images, cacheDir: string): Promise<Finding> {
  const name = await imageName(program, images);
  try {
    const found = await lookUpImage(client, name);
    if (found === undefined) {
      return { item: program, ok: true, text: `${name} is not there yet: the first start pulls it`, hint: `docker pull ${name}` };
    }
    const known = await createVersionCache(cacheDir).find(program, found.id);
    const version = known === undefined ? 'its version is asked for at the first start' : `${program} ${known.version}`;
    const { text = `${name} (${found.platform})`, hint } = otherPlatform(found) ?? {};
    return { item: program, ok: true, text: `${text}, ${version}`, hint };
  } catch (error) {
    return lack(program, error);
  }
}
