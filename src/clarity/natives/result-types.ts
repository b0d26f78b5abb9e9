import { responseType } from '../types/construct.js';
import { BOOL, UINT } from '../types/type.js';

/** What transfers, mints and burns return. */
export const BOOL_OR_CODE = responseType(BOOL, UINT);
