import { describe } from 'vitest';
import { compareWithStacksApi } from './stacks-api.js';

describe('the Stacks API over the embedded engine, in an older epoch', () => compareWithStacksApi({ engine: 'embedded' }, [], ['3.4']));
