import { describe, test } from 'vitest';
import { engineAddress } from '#dist/engines/real-nodes/launch/docker/address.js';
import { connect } from '#dist/engines/real-nodes/launch/docker/client.js';
import { images } from './launcher.js';

/** Whether a container engine answers and has these images. Tests pull none. */
async function has(...names: string[]): Promise<boolean> {
  try {
    const { docker } = await connect(await engineAddress(process.env));
    await Promise.all(names.map((name) => docker.getImage(name).inspect()));
    return true;
  } catch {
    return false;
  }
}

const [bitcoind, nodes] = await Promise.all([has(images.bitcoind), has(images.bitcoind, images.stacksNode, images.stacksSigner)]);

/** For tests that need a container engine with an image of bitcoind. Skipped without one. */
export const testWithBitcoind: ReturnType<typeof test.skipIf> = test.skipIf(!bitcoind);
/** For tests that need images of bitcoind, stacks-node and stacks-signer. Skipped if one is missing. */
export const testWithNodes: ReturnType<typeof test.skipIf> = test.skipIf(!nodes);
export const describeWithNodes: ReturnType<typeof describe.skipIf> = describe.skipIf(!nodes);
