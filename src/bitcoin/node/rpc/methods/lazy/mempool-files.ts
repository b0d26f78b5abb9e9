import { DecodeError } from '../../../../protocol/codec/error.js';
import { loadMempool, saveMempool } from '../../../data-folder/mempool.js';
import { findFile } from '../../arguments/find-file.js';
import { type OptionTypes, optionsParameter, readMembers } from '../../arguments/options.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Method } from '../../method.js';

const IMPORT: OptionTypes = { use_current_time: 'bool', apply_fee_delta_priority: 'bool', apply_unbroadcast_set: 'bool' };

/** The mempool in files of bitcoind's format. */
export const MEMPOOL_FILE_METHODS: Method[] = [
  {
    name: 'savemempool',
    category: 'Blockchain',
    description: 'Writes the mempool to mempool.dat in the folder of the node.',
    parameters: [],
    result: '{...} (object) the path',
    handler: async (_, { core }) => {
      const { storage } = core;
      if (storage === undefined) throw new RpcError(RPC_CODE.MISC_ERROR, 'Unable to dump mempool to disk: the node keeps no files');
      try {
        await saveMempool(core, storage.mempool);
      } catch {
        throw new RpcError(RPC_CODE.MISC_ERROR, 'Unable to dump mempool to disk');
      }
      return { filename: storage.mempool };
    },
  },
  {
    name: 'importmempool',
    category: 'Blockchain',
    description: 'Adds the transactions of a mempool.dat to the mempool.',
    parameters: [
      { name: 'filepath', type: 'string', description: 'The file, in a folder for files of the node.' },
      optionsParameter(IMPORT, `What to take from the file: ${Object.keys(IMPORT).join(', ')}.`),
    ],
    result: '{} (object) empty',
    handler: async (args, { core }) => {
      const options = readMembers(args.raw('options'), IMPORT);
      const file = await findFile(core, args.string('filepath'));
      try {
        const found = await loadMempool(core, file, {
          useCurrentTime: options['use_current_time'] !== false,
          applyDeltas: options['apply_fee_delta_priority'] === true,
          applyUnbroadcast: options['apply_unbroadcast_set'] === true,
        });
        if (found) return {};
      } catch (error) {
        if (!(error instanceof DecodeError || error instanceof RangeError)) throw error;
      }
      throw new RpcError(RPC_CODE.MISC_ERROR, 'Unable to import mempool file, see debug log for details.');
    },
  },
];
