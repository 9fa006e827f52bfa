/** Words of what we paid a customer for the delay of a payment. */
export const compensation = {
  step: 'We paid you for the delay',
  title: 'We paid you {amount} for the delay',
  text: 'It is in the account that this payment left, and on your statement since {when}.',
} as const;
