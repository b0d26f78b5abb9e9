import { request } from '@stacks/connect';

/** A button that pays, and shows what became of the payment. */
export function payButton(recipient) {
  const button = document.createElement('button');
  button.textContent = 'Pay';
  button.onclick = async () => {
    try {
      const { txid } = await request({ provider: window.StacksProvider }, 'stx_transferStx', { recipient, amount: 5n });
      button.textContent = `Sent 0x${txid}`;
    } catch (error) {
      button.textContent = error.message;
    }
  };
  return button;
}
