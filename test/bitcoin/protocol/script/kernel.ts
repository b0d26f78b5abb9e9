import koffi from 'koffi';
import { serializeTransaction, type Transaction, type TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';

/** Whether Bitcoin Core's own code allows an input's spend. @param flags consensus flags only; they have the same bits there */
export type KernelVerify = (tx: Transaction, index: number, spent: TxOut[], flags: number) => boolean;

/**
 * Loads libbitcoinkernel, Bitcoin Core's consensus code as a shared library.
 * @param path of the library, as the PyPI wheel `py-bitcoinkernel` 0.1.0a5 holds it in `pbk/_libs`
 */
export function loadKernel(path: string): KernelVerify {
  const library = koffi.load(path);
  const createTransaction = library.func('void *btck_transaction_create(const void *raw, size_t length)');
  const destroyTransaction = library.func('void btck_transaction_destroy(void *transaction)');
  const createScript = library.func('void *btck_script_pubkey_create(const void *script, size_t length)');
  const destroyScript = library.func('void btck_script_pubkey_destroy(void *script)');
  const createOutput = library.func('void *btck_transaction_output_create(void *script, int64_t amount)');
  const destroyOutput = library.func('void btck_transaction_output_destroy(void *output)');
  const precompute = library.func('void *btck_precomputed_transaction_data_create(void *transaction, void **outputs, size_t length)');
  const destroyPrecomputed = library.func('void btck_precomputed_transaction_data_destroy(void *data)');
  const verify = library.func(
    'int btck_script_pubkey_verify(void *script, int64_t amount, void *transaction, void *data, unsigned int index, ' +
      'uint32_t flags, _Out_ uint8_t *status)',
  );

  return (tx, index, spent, flags) => {
    const raw = Buffer.from(serializeTransaction(tx));
    const transaction: unknown = createTransaction(raw, raw.length);
    if (transaction === null) throw new Error('the kernel does not read the transaction');
    const scripts = spent.map(({ scriptPubKey }): unknown => createScript(Buffer.from(scriptPubKey), scriptPubKey.length));
    const outputs = spent.map(({ value }, at): unknown => createOutput(scripts[at], value));
    const data: unknown = precompute(transaction, outputs, outputs.length);
    try {
      const status = [0];
      const valid: unknown = verify(scripts[index], spent[index]?.value ?? 0n, transaction, data, index, flags, status);
      if (status[0] !== 0) throw new Error(`the kernel does not take the flags ${flags.toString(16)}: status ${status[0]}`);
      return valid === 1;
    } finally {
      destroyPrecomputed(data);
      for (const output of outputs) destroyOutput(output);
      for (const script of scripts) destroyScript(script);
      destroyTransaction(transaction);
    }
  };
}
