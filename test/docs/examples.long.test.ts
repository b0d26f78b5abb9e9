import { exampleTests } from './examples-suite.js';

exampleTests((file) => file !== 'README.md');
