import { expect, test } from 'vitest';
import { copyProject } from '../../project/clarinet/fixture.js';
import { emptyHome } from '../child.js';
import { inProcess } from '../in-process.js';

test('error: a debugger', async () => {
  using project = copyProject();
  using home = emptyHome();
  const { status, stderr } = await inProcess(['up', '--watch', '--dap', '0', '--project', project.root], home.env);
  expect(stderr).toContain('error: dap: a watched network has no debugger, whose client a restart would disconnect. Remove the setting');
  expect(status).toBe(6);
});

test('error: no project', async () => {
  using home = emptyHome();
  const { status, stderr } = await inProcess(['up', '--watch', '--ports', 'auto'], home.env);
  expect(stderr).toContain(
    'error: --watch: expected a Clarinet project, whose files are watched, received nothing. Pass --project <folder>',
  );
  expect(status).toBe(2);
});

test.each(['native', 'docker'])('error: the %s engine', async (engine) => {
  using project = copyProject();
  using home = emptyHome();
  const { status, stderr } = await inProcess(['up', '--watch', '--engine', engine, '--project', project.root], home.env);
  expect(stderr).toContain(`error: --watch: the ${engine} engine does not restart by itself. Use the embedded engine, or stop`);
  expect(status).toBe(6);
});
