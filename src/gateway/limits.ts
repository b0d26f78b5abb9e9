export { type Caller, type Limiter, recipientKey, type Standing, tighter, type Verdict } from './limits/limiter.js';
