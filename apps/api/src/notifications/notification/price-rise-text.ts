import type { PriceRise } from '@larkmere/contract/customers/price-notice';
import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { readAmount } from '@larkmere/money/money';
import { present } from '../../platform/values/values.ts';

const maxRises = 3;

/** The rises in one line, the rest as a number. Of a cancelled announcement, the fees that stay. */
export function priceRiseText(rises: readonly PriceRise[], outcome: 'rises' | 'stays'): string {
  const changes = rises
    .slice(0, maxRises)
    .map((rise) => (outcome === 'rises' ? riseText(rise) : stayText(rise)))
    .join('; ');
  const count = rises.length - maxRises;
  return count > 0 ? defaultText('notice_price_rise_more', { changes, count }) : changes;
}

function riseText(rise: PriceRise): string {
  const title = titleOf(rise);
  return rise.unit === 'fixed'
    ? defaultText('price_rise_amount', { title, before: amountOf(rise, rise.before), fee: amountOf(rise, rise.after) })
    : defaultText('price_rise_percent', { title, oldPercent: rise.before, newPercent: rise.after });
}

function stayText(rise: PriceRise): string {
  const title = titleOf(rise);
  return rise.unit === 'fixed'
    ? defaultText('price_stays_amount', { title, before: amountOf(rise, rise.before) })
    : defaultText('price_stays_percent', { title, oldPercent: rise.before });
}

function amountOf(rise: PriceRise, text: string) {
  const currency = present(rise.currency, 'the currency of a fee');
  const amount = readAmount(currency, text);
  if (!amount) throw new Error(`${text} ${currency} is no amount`);
  return amount;
}

function titleOf(rise: PriceRise): Message {
  const title = productTitle(rise);
  return rise.label === null ? title : message('price_of_campaign', { title, label: rise.label });
}

function productTitle({ product, currency: of, buy: buyCurrency }: PriceRise): Message {
  const currency = of ?? '';
  switch (product) {
    case 'faster-payments':
      return message('price_faster_payments');
    case 'sepa-credit-transfer':
      return message('price_sepa_credit_transfer');
    case 'sepa-instant':
      return message('price_sepa_instant');
    case 'promptpay':
    case 'bahtnet':
    case 'fedwire':
      return message(`price_${product}`);
    case 'swift':
    case 'local':
      return message(`price_${product}`, { currency });
    case 'swift-our':
      return message('price_swift_our', { currency });
    case 'top-up':
      return message('price_top_up', { currency });
    case 'exchange':
      return buyCurrency === null
        ? message('price_exchange', { currency })
        : message('price_exchange_into', { currency, buyCurrency });
    case 'virtual-card':
      return message('price_virtual_card');
    case 'physical-card':
      return message('price_physical_card');
    case 'replacement-card':
      return message('price_replacement_card');
    case 'card-abroad':
      return message('price_card_abroad');
  }
}
