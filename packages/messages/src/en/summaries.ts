/** Labels and values of the summaries that approvers read. */
export const summaries = {
  summary_from: 'From',
  summary_to: 'To',
  summary_total_debit: 'Total from your account',
  summary_fee_included: 'Fee included',
  summary_you_buy: 'You buy',
  summary_rate: 'Rate',

  amount_at_most: 'Up to {amount}',
  amount_at_least: 'At least {amount}',
} as const;
