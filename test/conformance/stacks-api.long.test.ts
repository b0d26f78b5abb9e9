import { describe } from 'vitest';
import { compareWithStacksApi } from './stacks-api.js';

describe('the Stacks API over the embedded engine', () => compareWithStacksApi({ engine: 'embedded' }, []));
