export { CallRecorder } from './trace/call-recorder.js';
export { CostRecorder, type ProfileRoot } from './trace/cost-recorder.js';
export { definitionPlace, failurePlace, placeInSource } from './trace/failure-place.js';
export type { CostProfile, ProfileCost, ProfiledFunction, ProfiledLine, ProfileNode } from './trace/profile.js';
export type { CallTrace, FailurePlace, SourcePlace, TraceCall, TraceEvent } from './trace/types.js';
