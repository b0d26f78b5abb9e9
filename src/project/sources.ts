export { findSources, type SourceFile } from './clarinet/sources.js';
