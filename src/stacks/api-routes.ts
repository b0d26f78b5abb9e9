export { type AddRoute, ApiAnswer, DEPRECATED, describeRoute } from './api/route.js';
export { ROUTES } from './api/routes.js';
