import { DevnetError, invalid } from '../../base/error.js';
import type { ResolvedConfig } from '../../project/config.js';
import { stateFileSetting } from '../../project/config.js';

/** Returns the path of the Clarinet.toml to watch. @throws DevnetError UNSUPPORTED, INVALID_INPUT */
export function checkWatch(config: ResolvedConfig): string {
  const { engine, project } = config;
  if (engine !== 'embedded') {
    const hint = 'Use the embedded engine, or stop the network and start it again after a change.';
    throw new DevnetError('UNSUPPORTED', `--watch: the ${engine} engine does not restart by itself. ${hint}`, { field: '--watch', hint });
  }
  const field = stateFileSetting(config);
  if (field !== undefined) {
    const hint = 'A changed project begins anew: remove the setting, or leave --watch out.';
    throw new DevnetError('UNSUPPORTED', `${field}: a watched network has no state file. ${hint}`, { field, hint });
  }
  if (config.dap !== undefined) {
    const hint = 'Remove the setting, or leave --watch out.';
    throw new DevnetError('UNSUPPORTED', `dap: a watched network has no debugger, whose client a restart would disconnect. ${hint}`, {
      field: 'dap',
      hint,
    });
  }
  if (typeof project === 'string') return project;
  throw invalid('--watch', 'a Clarinet project, whose files are watched', undefined, 'Pass --project <folder>, or leave --watch out.');
}
