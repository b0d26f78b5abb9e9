export { createDockerLauncher } from './real-nodes/launch/docker/launcher.js';
