export { createComposeLauncher } from './real-nodes/launch/compose/launcher.js';
