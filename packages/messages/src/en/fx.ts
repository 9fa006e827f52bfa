export const fx = {
  buy_currency_same: 'Choose a different currency to buy',
  target_rate_required: 'Enter a target rate: how many {quote} for 1 {base}',
  too_many_rate_alerts:
    'Nothing was saved. You can have up to {max, plural, one {# alert} other {# alerts}} at a time. Remove one first.',

  chart_currencies_same: 'Choose two different currencies',
  date_range_reversed: 'Choose an end date after the start date',
  chart_range_too_long: 'Choose a shorter date range or a longer timeframe',

  exchange_batch_too_large:
    'Nothing was sent. One file can exchange currency for {max, plural, one {# payment} other {# payments}} at most. Leave rows out, or pay from an account in their currency.',
  exchange_batch_expired: 'Nothing was sent. This rate has expired. Check the new figures and approve again.',
  exchange_batch_moved:
    'Nothing was sent. The rate changed while you were looking. Check the new figures and approve again.',
  exchange_amount_too_small: 'Nothing was exchanged. This amount is too small. Enter a larger one.',
  exchange_limit_exceeded: 'Nothing was exchanged. You can exchange up to {limit} at a time.',
  exchange_insufficient_funds:
    'Nothing was exchanged. This needs {needed}, which is more than you have available. Enter a smaller amount.',
  exchange_short_for_approval:
    'Nothing was exchanged. You’re {missing} short. We reserve up to {needed} until a colleague approves, and you have {available}.',
  quote_requests_limited: 'Nothing was exchanged. You’ve asked for too many rates. Try again in {wait}.',
  displayed_rate_expired: 'Nothing was sent. The rate has changed since you saw it. Check the new rate.',

  approval_needs_minimum_payment:
    'Nothing was sent. A colleague needs to approve this and the rate may change before then. Agree that your payee gets at least {limit}.',
  approval_needs_maximum_payment:
    'Nothing was sent. A colleague needs to approve this and the rate may change before then. Agree to pay up to {limit}, plus the fee.',
  approval_needs_minimum_exchange:
    'Nothing was exchanged. A colleague needs to approve this and the rate may change before then. Agree to get at least {limit}.',
  approval_needs_maximum_exchange:
    'Nothing was exchanged. A colleague needs to approve this and the rate may change before then. Agree to pay up to {limit}.',
  approval_rate_below_agreed:
    'Nothing moved, and the request is still waiting. {sell} buys {buy} right now, less than the {agreed} agreed. Approve it later at a better rate, or send it back.',
  approval_cost_above_agreed:
    'Nothing moved, and the request is still waiting. {buy} costs {sell} right now, more than the {agreed} agreed. Approve it later at a better rate, or send it back.',

  exchange_not_done: 'Nothing was exchanged.',
  approve_exchange_sell: 'Exchange {sell} into {buyCurrency}',
  approve_exchange_buy: 'Exchange {sellCurrency} into {buy}',
  rate_at_approval_exchange: 'The live rate at the last approval, at least {rate}. Otherwise nothing is exchanged.',

  narrative_exchange: 'Exchange of {sellCurrency} to {buyCurrency}, {rate}',
  narrative_cover_deal: 'Cover of {sellCurrency} in {buyCurrency} at {rate}',
} as const;
