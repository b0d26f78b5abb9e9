export { hasApi, readFromApi } from './protocol/outcomes/api.js';
export { certainReceipt } from './protocol/outcomes/certain.js';
export { readCost, readEvents, readVmError } from './protocol/outcomes/execution.js';
export { readIndexed } from './protocol/outcomes/indexed.js';
export { createReplay, readReplay } from './protocol/outcomes/replay.js';
