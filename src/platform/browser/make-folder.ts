import { absent } from './absent.js';

export const makeFolder = absent('folders');
