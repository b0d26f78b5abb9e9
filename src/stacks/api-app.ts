export { createStacksApi, serveStacksApi } from './api/api.js';
