export { MANAGER } from './common/boot-plan/signer-manager.js';
