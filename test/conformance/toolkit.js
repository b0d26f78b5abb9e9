/**
 * Adds short forms of requests, transactions with the next nonce, and `chain` to the helpers of `converse`.
 */
export async function createToolkit(helpers) {
  const { tx, network, ask, mined, json } = helpers;
  const txids = new Map();
  const send = (name, compare, transaction) => {
    if (typeof transaction !== 'string') txids.set(name, transaction.txid());
    return helpers.send(name, compare, transaction);
  };
  const nonces = new Map();
  const nextNonce = (sender) => nonces.get(sender.address) ?? 0n;
  const took = (sender) => nonces.set(sender.address, nextNonce(sender) + 1n);

  const get = (name, compare, path) => ask(name, compare, 'GET', path);
  const post = (name, compare, path, body, headers = json) =>
    ask(name, compare, 'POST', path, {
      headers,
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    });

  const transfer = (sender, recipient, amount, options = {}) =>
    tx.makeSTXTokenTransfer({ recipient, amount, senderKey: sender.key, fee: 400n, nonce: nextNonce(sender), network, ...options });
  const deploy = (sender, contractName, codeBody, options = {}) =>
    tx.makeContractDeploy({
      contractName,
      codeBody,
      senderKey: sender.key,
      fee: 30_000n,
      nonce: nextNonce(sender),
      network,
      clarityVersion: 4,
      postConditionMode: 'allow',
      ...options,
    });
  const call = (sender, contract, functionName, functionArgs = [], options = {}) => {
    const [contractAddress, contractName] = contract.split('.');
    return tx.makeContractCall({
      contractAddress,
      contractName,
      functionName,
      functionArgs,
      senderKey: sender.key,
      fee: 3_000n,
      nonce: nextNonce(sender),
      network,
      postConditionMode: 'allow',
      ...options,
    });
  };

  /**
   * Submits transactions with consecutive nonces, waits until all are in blocks, and looks each up.
   * A real node accepts all of them. If the node under test rejects one, a transfer takes its nonce: the next steps do not differ too.
   *
   * @param steps pairs of a case's name and a function that makes the transaction at the sender's next nonce
   * @param options.lookUp set to false for deploys: the answers are long, and the event observer receives them anyway
   */
  async function chain(sender, steps, { lookUp = true } = {}) {
    const sent = [];
    for (const [name, build] of steps) {
      const transaction = await build();
      const { status } = await send(name, 'exact', transaction);
      if (status !== 200) {
        const filler = await transfer(sender, helpers.RECIPIENT, 1n, { fee: transaction.auth.spendingCondition.fee });
        await fetch(`${helpers.NODE}/v2/transactions`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ tx: helpers.hex(filler) }),
        });
      }
      took(sender);
      sent.push([name, transaction.txid()]);
    }
    await mined(sender.address, Number(nextNonce(sender)));
    if (!lookUp) return;
    for (const [name, txid] of sent) await get(`${name}-mined`, 'receipt', `/v3/transaction/${txid}`);
  }

  return { ...helpers, send, txids, nextNonce, took, get, post, transfer, deploy, call, chain };
}
