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

  reserved_money: 'Reserved money',
  statement_payment: 'Payment to {payeeName}',
  statement_payment_returned: 'Payment to {payeeName} returned',
  statement_credit: 'Received from {payerName}',
  statement_payment_settled: 'Payment {reference} settled',
  statement_transfer: 'Transfer between your {currency} accounts',
  statement_fee_for: 'Fee: {description}',
  statement_exchange_fee: 'Fee for exchanging {sellCurrency} to {buyCurrency}',
  statement_exchange: 'Exchanged {sold} to {bought}',
  statement_exchange_at_rate: 'Exchanged {sold} to {bought}, {rate}',
  statement_exchange_with_fee: 'Exchanged {sold} to {bought}, fee {fee} included',
  statement_compensation: 'Compensation for delay to payment {reference}',
  statement_compensation_reversed: 'Compensation for payment {reference} taken back, paid by mistake',
} as const;
