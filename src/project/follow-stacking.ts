export { followOrders } from './stacking/follow.js';
