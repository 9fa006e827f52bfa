/** Words of what happened lately, and of one line of it or of a statement. */
export const activity = {
  title: 'Activity',
  all: 'All activity',
  failed: 'We could not load your activity',
  empty: 'No activity yet',
  payment: '{currency} payment',
  exchange: {
    title: 'Exchanged {sell} to {buy}',
    fee: 'Fee {fee} included',
    sold: {
      title: 'Exchanged to {currency}',
      detail: 'You bought {amount}',
      detailFee: 'You bought {amount}, fee {fee} included',
    },
    bought: {
      title: 'Exchanged from {currency}',
      detail: 'You sold {amount}',
      detailFee: 'You sold {amount}, fee {fee} included',
    },
  },
  line: {
    title: 'Transaction',
    type: 'Type',
    account: 'Their account',
    payeeReference: 'Payment reference',
    reference: 'Our reference',
    time: 'Date and time',
    valueDate: 'Value date',
    description: 'Description',
    sold: 'You sold',
    bought: 'You bought',
    rate: 'Rate',
    fee: 'Fee, included in what you sold',
    balance: 'Balance after',
    payment: 'See the payment',
    print: 'Print',
  },
} as const;
