import type { Money } from '@larkmere/money/money';
import type { Tx } from '../kernel/db.ts';
import type { Payee } from '../payee/payee.ts';
import { type Payer, type PaymentOrder, wayOfPayment, wayToPayee } from '../payment/payment.ts';
import { worksDaily } from './calendar.read.ts';
import type { OrderRow } from './standing-order.sql.ts';

export type Way = Readonly<Pick<PaymentOrder, 'kind' | 'rail' | 'route' | 'service' | 'chargeBearer'>>;

export type Reach = 'home' | 'abroad';

const reaches: Readonly<Partial<Record<Payee['type'], Reach>>> = {
  gbp: 'home',
  eur: 'home',
  thb: 'home',
  swt: 'abroad',
  swiftatw: 'abroad',
  usd: 'abroad',
};

export const reachOf = (payeeType: Payee['type']): Reach | undefined => reaches[payeeType];

type Paid = Readonly<{ tier: Payer['userType']; vendorType: string; amount: Money }>;

export async function homeWay(tx: Tx, { tier, vendorType, amount }: Paid): Promise<Way> {
  const route = vendorType === 'ifx' ? 'ifx' : 'direct';
  return { kind: 'domestic', route, ...(await wayOfPayment(tx, { amount, tier, route })) };
}

export const abroadWay = (
  { account_currency, payee_currency, charge_type }: OrderRow,
  payeeType: Payee['type'],
): Way => ({
  kind: account_currency === payee_currency ? 'global_same' : 'global_cross',
  ...wayToPayee(payeeType, { chargeType: charge_type as 'OUR' | 'SHA' }),
});

export async function exactAllowed(tx: Tx, reach: Reach, paid: Paid): Promise<boolean> {
  if (reach === 'abroad') return false;
  const { rail } = await homeWay(tx, paid);
  return worksDaily(tx, rail, paid.amount.currency);
}
