"""Uses a Bitcoin node with python-bitcoinlib: a wallet's coin is spent by a transaction that the library makes and signs."""
import sys
from bitcoin import SelectParams
from bitcoin.core import COIN, CMutableTransaction, CMutableTxIn, CMutableTxOut, COutPoint, lx, b2lx
from bitcoin.core.script import SIGHASH_ALL, CScript, OP_CHECKSIG, OP_DUP, OP_EQUALVERIFY, OP_HASH160, SignatureHash
from bitcoin.rpc import Proxy
from bitcoin.wallet import CBitcoinSecret, P2PKHBitcoinAddress
from bitcoin.core import Hash160

SelectParams("regtest")
node = Proxy(service_url=sys.argv[1])
secret = CBitcoinSecret.from_secret_bytes(b"\x07" * 32)
address = P2PKHBitcoinAddress.from_pubkey(secret.pub)
[first, *_] = node.call("generatetoaddress", 101, str(address))
coinbase = node.getblock(lx(first)).vtx[0]
spend = CMutableTransaction(
    [CMutableTxIn(COutPoint(coinbase.GetTxid(), 0))],
    [CMutableTxOut(50 * COIN - 10_000, address.to_scriptPubKey())],
)
script = CScript([OP_DUP, OP_HASH160, Hash160(secret.pub), OP_EQUALVERIFY, OP_CHECKSIG])
signature = secret.sign(SignatureHash(script, spend, 0, SIGHASH_ALL)) + bytes([SIGHASH_ALL])
spend.vin[0].scriptSig = CScript([signature, secret.pub])
txid = node.sendrawtransaction(spend)
assert b2lx(txid) in node.call("getrawmempool")
node.call("generatetoaddress", 1, str(address))
assert node.call("getrawmempool") == []
assert node.getblockcount() == 102
