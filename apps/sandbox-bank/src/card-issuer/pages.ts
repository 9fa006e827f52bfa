import { currencies, formatAmount, type Money, money } from '@larkmere/money/money';
import type { Bank } from '../bank.ts';
import { escapeHtml, renderSandboxPage } from '../sandbox-page.ts';
import { hasExpired, type IssuedCard } from './card.ts';
import { type CardOrder, findOrder } from './card-order.ts';
import { type Dispute, listDisputesOfCard } from './dispute.ts';
import { channels, type DecidedBy, type IssuedPayment, listPaymentsOfCard } from './issued-payment.ts';
import { scenarioGroups } from './scenarios.ts';

const render = (title: string, content: string): string =>
  renderSandboxPage({
    title,
    banner: 'This card issuer does not exist, and no real money moves.',
    isWide: true,
    content,
  });

const readable = (code: string): string => code.replaceAll('_', ' ');
const show = (amount: Money): string => `${formatAmount(amount)} ${amount.currency}`;
const masked = ({ brand, number }: IssuedCard): string =>
  `${brand === 'visa' ? 'Visa' : 'Mastercard'} •••• ${number.slice(-4)}`;
const expiry = ({ expiryMonth, expiryYear }: IssuedCard): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

export function cardListPage(bank: Bank, cards: readonly IssuedCard[]): string {
  const rows = cards.map((card) => {
    const order = findOrder(bank, card.cardId);
    return `<tr><td><a href="/card-issuer/${card.cardId}">${masked(card)}</a></td><td>${escapeHtml(card.holderName)}</td>
<td>${card.currency}</td><td>${stateOf(bank, card)}</td><td>${order ? readable(order.state) : 'virtual'}</td></tr>`;
  });
  return render(
    'Card issuer',
    `<h1>Wren Card Issuing</h1><p>The cards that Larkmere ordered. Choose one to pay with it.</p>
${
  rows.length === 0
    ? '<p>No card yet. Order one in Larkmere.</p>'
    : `<table><thead><tr><th>Card</th><th>Holder</th><th>Account</th><th>State</th><th>Order</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}`,
  );
}

const stateOf = (bank: Bank, card: IssuedCard): string => (hasExpired(bank, card) ? 'expired' : card.state);

export function cardPage(bank: Bank, card: IssuedCard, outcome: string | undefined): string {
  const order = findOrder(bank, card.cardId);
  const payments = listPaymentsOfCard(bank, card.cardId, 30);
  return render(
    masked(card),
    `<nav><a href="/card-issuer">All cards</a></nav><h1>${masked(card)}</h1>
${outcome === undefined ? '' : `<p class="note" role="status">${escapeHtml(outcome)}</p>`}
<dl><dt>Holder</dt><dd>${escapeHtml(card.holderName)}</dd><dt>Expires</dt><dd>${expiry(card)}</dd>
<dt>Account</dt><dd>${card.currency}</dd><dt>State</dt><dd>${stateOf(bank, card)}${card.wrongPins >= 3 ? ', PIN blocked' : ''}</dd>
${orderRows(card, order)}</dl>${order ? orderForm(card, order) : ''}
${scenarioGroups.map((group) => `<h2>${group.title}</h2>${scenarioForm(card, group.scenarios)}`).join('')}
<h2>Another payment</h2>${ownForm(card)}
<h2>Payments</h2>${payments.length === 0 ? '<p>None yet.</p>' : paymentTable(payments)}
${disputeTable(listDisputesOfCard(bank, card.cardId))}`,
  );
}

const orderRows = ({ letterCode, isActivated }: IssuedCard, order: CardOrder | undefined): string =>
  order
    ? `<dt>Order</dt><dd>${readable(order.state)}${order.tracking ? `, parcel ${order.tracking}` : ''}</dd>
<dt>Letter</dt><dd>${isActivated ? 'Code used' : `Code to activate: <strong>${letterCode}</strong>`}</dd>`
    : '';

function orderForm({ cardId }: IssuedCard, { state }: CardOrder): string {
  const buttons = [
    ...(['placed', 'checks', 'printing', 'shipped'].includes(state) ? [button('order', 'next', 'Next step now')] : []),
    ...(state === 'shipped' ? [button('order', 'returned', 'Letter comes back')] : []),
    ...(['placed', 'checks', 'printing'].includes(state) ? [button('order', 'cancelled', 'Checks refuse it')] : []),
  ];
  return buttons.length === 0
    ? ''
    : `<form class="small" method="post" action="/card-issuer/${cardId}">${buttons.join('')}</form>`;
}

const button = (name: string, value: string, label: string): string =>
  `<button class="no" name="${name}" value="${value}">${label}</button>`;

const scenarioForm = (
  { cardId }: IssuedCard,
  scenarios: readonly Readonly<{ id: string; label: string; original: Money }>[],
): string =>
  `<form class="tiles" method="post" action="/card-issuer/${cardId}">${scenarios
    .map(
      ({ id, label, original }) =>
        `<button class="no" name="scenario" value="${id}">${escapeHtml(label)}<span>${show(original)}</span></button>`,
    )
    .join('')}</form>`;

const options = (values: readonly string[], chosen: string): string =>
  values
    .map((value) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${readable(value)}</option>`)
    .join('');

const ownForm = ({ cardId, currency }: IssuedCard): string =>
  `<form class="fields" method="post" action="/card-issuer/${cardId}">
<label>Amount<input type="text" name="amount" inputmode="decimal" value="12.50" required></label>
<label>Currency<select name="currency">${options(currencies, currency)}</select></label>
<label>Merchant<input type="text" name="merchant" maxlength="60" value="Fenwick Books" required></label>
<label>Category<input type="text" name="category" inputmode="numeric" pattern="[0-9]{4}" value="5942" required></label>
<label>Country<input type="text" name="country" pattern="[A-Z]{2}" value="GB" required></label>
<label>Channel<select name="channel">${options(channels, 'chip')}</select></label>
<button name="own" value="pay">Pay</button></form>`;

function paymentTable(payments: readonly IssuedPayment[]): string {
  const rows = payments.map(
    (payment) => `<tr><td><strong>${escapeHtml(payment.merchant.name)}</strong><br>${payment.channel}</td>
<td>${listAmounts(payment)}</td><td>${payment.declineCode ? `${readable(payment.declineCode)}, ` : ''}${deciders[payment.decidedBy]}</td>
<td>${paymentForm(payment)}</td></tr>`,
  );
  return `<table><thead><tr><th>Merchant</th><th>Amounts</th><th>Decided by</th><th>Merchant sends</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

export const deciders: Readonly<Record<DecidedBy, string>> = {
  larkmere: 'Larkmere',
  stand_in: 'stand-in',
  processor: 'processor',
  none: 'not authorised',
};

/** In the billing currency. */
export function listAmounts({ declineCode, billing, held, cleared, refunded }: IssuedPayment): string {
  if (declineCode) return 'declined';
  const amounts = [
    ['held', held],
    ['cleared', cleared],
    ['refunded', refunded],
  ] as const;
  const parts = amounts.flatMap(([name, minor]) => (minor > 0n ? [`${show(money(billing, minor))} ${name}`] : []));
  return parts.join('<br>') || 'nothing held';
}

function paymentForm(payment: IssuedPayment): string {
  const { paymentId, held, cleared, refunded, declineCode } = payment;
  const buttons =
    declineCode !== null
      ? []
      : [
          ...(held > 0n ? heldActions : []),
          ...(held > 0n && cleared === 0n && payment.original !== 'USD'
            ? [['clear_usd', 'Clear in USD'] as const]
            : []),
          ...(cleared > refunded ? refundActions : []),
        ];
  return buttons.length === 0
    ? ''
    : `<form class="small" method="post" action="/card-issuer/payments/${paymentId}">${buttons
        .map(([value, label]) => button('action', value, label))
        .join('')}</form>`;
}

const heldActions = [
  ['clear', 'Clear'],
  ['clear_tip', 'Clear with tip'],
  ['clear_half', 'Clear half'],
  ['increment', 'Increment'],
  ['reverse', 'Reverse'],
  ['reverse_half', 'Reverse half'],
  ['expire', 'Expire'],
] as const;

const refundActions = [
  ['refund', 'Refund'],
  ['refund_half', 'Refund half'],
] as const;

const disputeActions = [
  ['documents_wanted', 'Ask for documents'],
  ['with_merchant', 'Pass to merchant'],
  ['won', 'Won'],
  ['lost', 'Lost'],
] as const;

function disputeTable(disputes: readonly Dispute[]): string {
  if (disputes.length === 0) return '';
  const rows = disputes.map(
    ({ disputeId, reason, state }) =>
      `<tr><td>${escapeHtml(readable(reason))}</td><td>${readable(state)}</td><td>${
        ['won', 'lost'].includes(state)
          ? ''
          : `<form class="small" method="post" action="/card-issuer/disputes/${disputeId}">${disputeActions
              .filter(([to]) => to !== state)
              .map(([value, label]) => button('action', value, label))
              .join('')}</form>`
      }</td></tr>`,
  );
  return `<h2>Disputes</h2><table><thead><tr><th>Reason</th><th>State</th><th>Decide</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

export const missingPage = (): string =>
  render(
    'Card issuer',
    '<h1>Not found</h1><p role="alert">There is no such card, payment or dispute.</p><p><a href="/card-issuer">All cards</a></p>',
  );
