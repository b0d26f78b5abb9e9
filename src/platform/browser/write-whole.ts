import { absent } from './absent.js';

export const writeWhole = absent('files');
