/** Fees that rise: what customers are told beforehand. */
export const priceNotices = {
  price_faster_payments: 'GBP payment in the UK',
  price_sepa_credit_transfer: 'EUR payment (SEPA)',
  price_sepa_instant: 'EUR payment (SEPA), instant',
  price_promptpay: 'THB payment, PromptPay',
  price_bahtnet: 'THB payment, BAHTNET',
  price_fedwire: 'USD Fed wire',
  price_swift: 'SWIFT payment, {currency}',
  price_local: 'Local payment abroad, {currency}',
  price_swift_our: 'Other banks’ charges paid by you, {currency}',
  price_exchange: 'Exchange, {currency}',
  price_exchange_into: 'Exchange, {currency} to {buyCurrency}',
  price_top_up: 'Add money by card, {currency}',
  price_virtual_card: 'Virtual card',
  price_physical_card: 'Physical card',
  price_replacement_card: 'Replacement card',
  price_card_abroad: 'Card payment in another currency',
  price_of_campaign: '{title}, {label}',
  price_rise_amount: '{title}: {before} now, {fee} from then',
  price_rise_percent: '{title}: {oldPercent}% now, {newPercent}% from then',

  notice_price_rise_title: 'Our fees are changing',
  notice_price_rise:
    'From {effectiveOn}: {changes}. If you do not agree, you can close your account free of charge before then.',
  notice_price_rise_more: '{changes}; and {count, plural, one {# more fee} other {# more fees}}',
  notice_price_rise_cancelled_title: 'Our fees are not changing',
  notice_price_rise_cancelled: 'We told you that fees would rise on {effectiveOn}. They stay as they are: {changes}.',
  price_stays_amount: '{title}: {before}',
  price_stays_percent: '{title}: {oldPercent}%',

  email_price_rise_subject: 'We’re changing our fees',
  email_price_rise: `Hello {firstName},

We’re changing our fees on {effectiveOn}:

{changes}

All our fees are here:

{tariffLink}

If you’re happy with the changes, you do not need to do anything. If you do not tell us otherwise before {effectiveOn}, we’ll take it that you accept them.

If you do not agree, you can close your account free of charge at any time before then:

{closeLink}

You can also call us on {supportPhone}.

The Larkmere team`,

  email_price_rise_cancelled_subject: 'Our fees are not changing after all',
  email_price_rise_cancelled: `Hello {firstName},

We told you that some fees would rise on {effectiveOn}. We’ve cancelled that, and they stay as they are:

{changes}

All our fees are here:

{tariffLink}

You do not need to do anything.

The Larkmere team`,
} as const;
