export { engineAddress, throughSsh } from './real-nodes/launch/docker/address.js';
export { type Client, connect, statusOf, unlessDone } from './real-nodes/launch/docker/client.js';
export { type Images, imageName, lookUpImage, otherPlatform } from './real-nodes/launch/docker/images.js';
export { isDead, type Labels, lastingLabels, runLabel, runLabels } from './real-nodes/launch/docker/labels.js';
export { outputLines } from './real-nodes/launch/docker/output.js';
export { createVersionCache } from './real-nodes/launch/docker/version-cache.js';
