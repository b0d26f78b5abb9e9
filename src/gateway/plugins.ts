export { keyHeaderNames } from './plugins/callers.js';
export { allowLocalOnly } from './plugins/local-only.js';
export { answerNotFound } from './plugins/not-found.js';
export { refuseUnknownNames } from './plugins/unknown-names.js';
