export { createSender, type Sender } from './node/observers/sender.js';
