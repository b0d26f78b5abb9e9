#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { load } from '#platform/code.js';
import { parentId } from './parent-id.js';
import type * as RunProcess from './run-process.js';

// Read before anything else, so that the death of the parent during the imports is noticed.
const parent = parentId(process);
const args = process.argv.slice(2);
const { runProcess } = load('run-process.js') as typeof RunProcess;
void runProcess(args, { program: fileURLToPath(import.meta.url), parent });
