export { createNativeLauncher } from './real-nodes/launch/native/launcher.js';
