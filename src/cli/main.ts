#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { load } from '../code/loader.js';
import { startEarlyVm } from '../engines/embedded/early-vm.js';
import { parentId } from './parent-id.js';
import type * as RunProcess from './run-process.js';
import { startsNetwork } from './starts-network.js';
import { setStartFlags } from './v8-flags.js';

// Read before anything else, so that the death of the parent during the imports is noticed.
const parent = parentId(process);
const args = process.argv.slice(2);
setStartFlags();
// The Clarity VM takes as long to start as all modules of the command line take to load.
const earlyVm = startsNetwork(args, process.env) ? startEarlyVm() : undefined;
const { runProcess } = load('run-process.js') as typeof RunProcess;
void runProcess(args, { program: fileURLToPath(import.meta.url), parent, earlyVm });
