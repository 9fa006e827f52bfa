/** Labels and values of the summaries that approvers read. */
export const summaries = {
  summary_from: 'From',
  summary_to: 'To',
  summary_total_debit: 'Total from your account',
  summary_fee_included: 'Fee included',
  summary_you_buy: 'You buy',
  summary_rate: 'Rate',
  summary_money: 'Money',
  summary_frequency: 'How often',
  summary_first_date: 'First date',
  summary_last_date: 'Last date',
  summary_market_closed: 'When the market is closed',
  summary_then_pays: 'Then pays',
  summary_payee_account: 'Payee’s account',
  summary_maximum_each: 'Up to, each time',
  summary_reference: 'Reference',

  amount_at_most: 'Up to {amount}',
  amount_at_least: 'At least {amount}',
} as const;
