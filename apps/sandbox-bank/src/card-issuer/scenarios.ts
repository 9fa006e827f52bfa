import { type Currency, type Money, money } from '@larkmere/money/money';
import type { Channel, Merchant } from './issued-payment.ts';
import type { Network } from './request-authorisation.ts';

export type Scenario = Readonly<{
  id: string;
  label: string;
  merchant: Merchant;
  channel: Channel;
  original: Money;
  /** `cleared` and `refunded`: presented without an authorisation. */
  type: 'authorised' | 'cleared' | 'refunded' | 'verified';
  partialAllowed: boolean;
  network: Network;
  clearAfterDays: number | null;
  pin?: string;
  cvc?: string;
}>;

const merchant = (name: string, city: string, country: string, category: string): Merchant => ({
  name,
  city,
  country,
  category,
});

const cafe = merchant('Café Lumière', 'Paris', 'FR', '5814');
const grocer = merchant('Harbour Grocers', 'Bristol', 'GB', '5411');
const shop = merchant('Fenwick Books', 'London', 'GB', '5942');
const pump = merchant('Moor Road Fuel', 'Leeds', 'GB', '5542');
const hotel = merchant('Hotel Mirante', 'Lisbon', 'PT', '7011');
const restaurant = merchant('Copper Kettle', 'York', 'GB', '5812');

function scenario(
  id: string,
  label: string,
  by: Merchant,
  [minor, currency, channel]: readonly [bigint, Currency, Channel],
  more: Partial<Scenario> = {},
): Scenario {
  return {
    id,
    label,
    merchant: by,
    channel,
    original: money(currency, minor),
    type: 'authorised',
    partialAllowed: false,
    network: 'normal',
    clearAfterDays: 1,
    ...more,
  };
}

const open = { clearAfterDays: null } as const;

export const scenarioGroups: readonly Readonly<{ title: string; scenarios: readonly Scenario[] }>[] = [
  {
    title: 'Pay',
    scenarios: [
      scenario('cafe', 'Café, chip and PIN', cafe, [1250n, 'EUR', 'chip']),
      scenario('contactless', 'Grocer, contactless', grocer, [840n, 'GBP', 'contactless']),
      scenario('online', 'Bookshop, online', shop, [2399n, 'GBP', 'online']),
      scenario('cash', 'Cash machine', merchant('Heron Bank ATM', 'London', 'GB', '6011'), [5000n, 'GBP', 'atm']),
      scenario('magstripe', 'Kiosk, magnetic stripe', merchant('Corner Kiosk', 'Chicago', 'US', '5994'), [
        1420n,
        'USD',
        'magstripe',
      ]),
      scenario('ramen', 'Ramen in Tokyo', merchant('Ramen Ichiban', 'Tokyo', 'JP', '5812'), [1480n, 'JPY', 'chip']),
      scenario('market', 'Market in Bangkok', merchant('Chatuchak Stall', 'Bangkok', 'TH', '5999'), [
        45_000n,
        'THB',
        'contactless',
      ]),
      scenario('casino', 'Betting shop', merchant('Lucky Sevens', 'Leeds', 'GB', '7995'), [2000n, 'GBP', 'chip']),
    ],
  },
  {
    title: 'Hold first, amount later',
    scenarios: [
      scenario('pump', 'Petrol pump, part allowed', pump, [12_000n, 'GBP', 'chip'], { ...open, partialAllowed: true }),
      scenario('hotel', 'Hotel, held', hotel, [30_000n, 'EUR', 'chip'], open),
      scenario('restaurant', 'Restaurant, then a tip', restaurant, [4000n, 'GBP', 'chip'], open),
      scenario('check', 'Card check, no money', shop, [0n, 'GBP', 'online'], { ...open, type: 'verified' }),
    ],
  },
  {
    title: 'Without authorisation',
    scenarios: [
      scenario(
        'plane',
        'Drinks in an aeroplane',
        merchant('Skylark Air', 'Dublin', 'IE', '4511'),
        [950n, 'EUR', 'chip'],
        {
          type: 'cleared',
        },
      ),
      scenario('refund', 'Refund without a payment', shop, [1500n, 'GBP', 'online'], { type: 'refunded' }),
    ],
  },
  {
    title: 'Faults',
    scenarios: [
      scenario('late', 'Answer comes late', grocer, [840n, 'GBP', 'contactless'], { network: 'late_answer' }),
      scenario('overtaken', 'Authorisation arrives late', grocer, [840n, 'GBP', 'contactless'], {
        network: 'late_request',
      }),
      scenario('large', 'Larkmere is down', hotel, [30_000n, 'EUR', 'chip'], { network: 'lost' }),
      scenario('pin', 'Wrong PIN', grocer, [2210n, 'GBP', 'chip'], { pin: 'wrong' }),
      scenario('cvc', 'Wrong CVC', shop, [2399n, 'GBP', 'online'], { cvc: 'wrong' }),
    ],
  },
];

export const findScenario = (id: string): Scenario | undefined =>
  scenarioGroups.flatMap(({ scenarios }) => scenarios).find((each) => each.id === id);
