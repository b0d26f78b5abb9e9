export { remapBoot, sbtcRemaps } from './plan/remap.js';
