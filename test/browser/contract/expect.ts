// In place of `vitest`, which runs in Node: its `expect` runs anywhere.
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import * as chai from 'chai';

for (const plugin of [JestChaiExpect, JestExtend, JestAsymmetricMatchers]) chai.use(plugin);

export const { expect } = chai;
