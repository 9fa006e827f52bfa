export const accounts = {
  end_date_before_start: 'Choose an end date on or after the start date',

  movement_payment: 'Payment sent',
  movement_return: 'Payment returned',
  movement_credit: 'Money received',
  movement_exchange: 'Currency exchange',
  movement_transfer: 'Transfer',
  movement_card: 'Card payment',
  movement_fee: 'Fee',
  movement_fee_refunded: 'Fee refunded',
  movement_compensation: 'Compensation',
  movement_adjustment: 'Adjustment',

  account_withdrawn_from_maker:
    'Your money has not moved. The person who set this up may no longer use the account. Ask an account owner to allow it again, or set it up as someone who may use it.',

  wallet_exists: 'You already have this wallet.',
  wallet_exists_in_currency: 'You already have a {currency} wallet.',
  wallet_currency_unavailable: 'Wallets in {currency} are not available.',
  wallet_in_use: 'The wallet is still open, because it is still needed.',
  wallet_holds_money: 'The wallet is still open, and your money is in it. Send or exchange the money first.',
  wallet_holds_reserved_money:
    'The wallet is still open. Part of its money is reserved for a payment. Wait until the payment ends, or cancel it.',
  wallet_needed_by_payments: 'The wallet is still open. A payment from it has not ended. Wait for it, or cancel it.',
  wallet_needed_by_standing_orders:
    'The wallet is still open. A standing order pays from it. Cancel the standing order first.',
  wallet_needed_by_exchange_orders: 'The wallet is still open. An exchange order uses it. Cancel the order first.',
  wallet_needed_by_card: 'The wallet is still open. A card pays from it. Close the card first.',

  recipient_not_payable: 'Nothing was sent. This member cannot be paid now.',
  recipient_lookup_expired: 'Nothing was sent. Look the member up again, because the last result is no longer valid.',
  recipient_without_currency:
    'Nothing was sent. The member has no {currency} wallet. Choose a currency that they hold, or ask them to open one.',
  recipient_lookups_used_up:
    'You have looked up many members. Try again in an hour. Members whom you have just found can still be paid.',
  member_transfer_needs_approval:
    'Nothing was sent. This amount needs the approval of a second person, and money to members goes at once. Pay to a bank account instead, which can wait for approval.',

  reserved_money: 'Reserved money',
  statement_payment: 'Payment to {payeeName}',
  statement_payment_returned: 'Payment to {payeeName} returned',
  statement_credit: 'Received from {payerName}',
  statement_payment_settled: 'Payment {reference} settled',
  statement_transfer: 'Transfer between your {currency} accounts',
  statement_member_transfer: '{payerName} to {payeeName}',
  statement_fee_for: 'Fee: {description}',
  statement_exchange_fee: 'Fee for exchanging {sellCurrency} to {buyCurrency}',
  statement_exchange: 'Exchanged {sold} to {bought}',
  statement_exchange_at_rate: 'Exchanged {sold} to {bought}, {rate}',
  statement_exchange_with_fee: 'Exchanged {sold} to {bought}, fee {fee} included',
  statement_compensation: 'Compensation for delay to payment {reference}',
  statement_compensation_reversed: 'Compensation for payment {reference} taken back, paid by mistake',

  export_end_in_future: 'Choose an end date that is not in the future.',
  export_preset_has_other_format: 'This software needs another format. Choose it again from the list.',
  export_prepared_in_background:
    'Nothing was downloaded. A period of more than 24 months is prepared in the background. Ask for it on the statement page.',
  export_title: 'Statement {account}, {period}',
  export_heading: 'Statement',
  export_opening: 'Opening balance',
  export_closing: 'Closing balance',
  export_money_in: 'Money in',
  export_money_out: 'Money out',
  export_date: 'Date',
  export_details: 'Details',
  export_amount: 'Amount',
  export_balance: 'Balance',
  export_no_rows: 'No transactions in this period.',
  export_generated: 'Made {at}',
  export_page: 'Page {number} of {count}',
  export_fee_included: 'Fee {fee} included',
} as const;
