export { answerDebugger, type Ended, type Execute } from './debug/answer.js';
export {
  type DebugAnswer,
  type DebuggedExecution,
  type Debugging,
  type DebugLook,
  type DebugQuestion,
  type DebugStop,
  type DebugVariable,
  type FunctionBreakpoint,
  type HeldExecution,
  type LineBreakpoint,
  type LookQuestion,
  type Move,
  type MoveQuestion,
  scopeNames,
  type Watch,
} from './debug/debugging.js';
export { linesOf } from './debug/lines.js';
export { reportEvaluations } from './debug/report.js';
