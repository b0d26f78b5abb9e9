import { expect, test } from 'vitest';
import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';

/** The methods of docs/decisions/0043-rare-methods-are-frozen.md, by the category that bitcoind's help gives them. */
const FROZEN = {
  Generating: `
    generate generateblock generatetoaddress generatetodescriptor`,
  Mining: `
    getblocktemplate getmininginfo getnetworkhashps getprioritisedtransactions prioritisetransaction submitblock submitheader`,
  Rawtransactions: `
    analyzepsbt combinepsbt combinerawtransaction converttopsbt createpsbt createrawtransaction decodepsbt decoderawtransaction
    decodescript descriptorprocesspsbt finalizepsbt getrawtransaction impersonateaddress joinpsbts sendrawtransaction
    signrawtransactionwithkey submitpackage testmempoolaccept utxoupdatepsbt`,
  Signer: `
    enumeratesigners`,
  Wallet: `
    abandontransaction abortrescan backupwallet bumpfee createwallet createwalletdescriptor encryptwallet fundrawtransaction
    getaddressesbylabel getaddressinfo getbalance getbalances gethdkeys getnewaddress getrawchangeaddress getreceivedbyaddress
    getreceivedbylabel gettransaction getunconfirmedbalance getwalletinfo importdescriptors importprunedfunds keypoolrefill
    listaddressgroupings listdescriptors listlabels listlockunspent listreceivedbyaddress listreceivedbylabel listsinceblock
    listtransactions listunspent listwalletdir listwallets loadwallet lockunspent psbtbumpfee removeprunedfunds rescanblockchain
    restorewallet send sendall sendmany sendtoaddress setlabel settxfee setwalletflag signmessage signrawtransactionwithwallet
    simulaterawtransaction unloadwallet walletcreatefundedpsbt walletlock walletpassphrase walletpassphrasechange walletprocesspsbt`,
};

test.each(Object.entries(FROZEN))('no method of the category %s is new', async (category, names) => {
  const methods = (await allMethods()).filter((method) => method.category === category).map(({ name }) => name);

  expect(methods, 'a new method needs a client that calls it: docs/decisions/0043-rare-methods-are-frozen.md').toEqual(
    names.trim().split(/\s+/),
  );
});
