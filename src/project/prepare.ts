export { type PreparedProject, prepareProject } from './clarinet/prepare.js';
