import { connect, request } from '@stacks/connect';

const SHOP = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const API = 'https://api.testnet.hiro.so';
const show = (selector, text) => {
  document.querySelector(selector).textContent = text;
};

document.querySelector('#connect').onclick = async () => {
  const { addresses } = await connect();
  show('#account', addresses.find(({ address }) => address.startsWith('ST')).address);
};

document.querySelector('#pay').onclick = async () => {
  try {
    const { txid } = await request('stx_transferStx', { recipient: SHOP, amount: 5_000_000n, network: 'testnet' });
    show('[role=status]', 'sent');
    for (;;) {
      const answer = await fetch(`${API}/extended/v1/tx/0x${txid}`);
      const { tx_status: status } = await answer.json();
      if (status === 'success') break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    show('[role=status]', 'paid');
  } catch (error) {
    show('[role=status]', error.code === 4001 ? 'you rejected the payment' : error.message);
  }
};
