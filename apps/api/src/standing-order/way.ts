import type { Money } from '@larkmere/money/money';
import type { Tx } from '../kernel/db.ts';
import type { Payee } from '../payee/payee.ts';
import { type Payer, type PaymentOrder, wayOfPayment, wayToPayee } from '../payment/payment.ts';
import { worksDaily } from './calendar.read.ts';
import type { OrderRow } from './standing-order.sql.ts';

/** How a standing order pays. */
export type Way = Readonly<Pick<PaymentOrder, 'kind' | 'rail' | 'route' | 'service' | 'chargeBearer'>>;

/** By the rail of the account's own currency, or abroad. */
export type Reach = 'home' | 'abroad';

const reaches: Readonly<Partial<Record<Payee['type'], Reach>>> = {
  gbp: 'home',
  eur: 'home',
  thb: 'home',
  swt: 'abroad',
  swiftatw: 'abroad',
  usd: 'abroad',
};

/** How a payee of this type is reached; undefined for one whom standing orders do not reach. */
export const reachOf = (payeeType: Payee['type']): Reach | undefined => reaches[payeeType];

type Paid = Readonly<{ tier: Payer['userType']; vendorType: string; amount: Money }>;

/** The rail of the currency itself for this much. */
export async function homeWay(tx: Tx, { tier, vendorType, amount }: Paid): Promise<Way> {
  const route = vendorType === 'ifx' ? 'ifx' : 'direct';
  return { kind: 'domestic', route, ...(await wayOfPayment(tx, { amount, tier, route })) };
}

/** Abroad, in one currency or out of another, by the rail that the type of the payee has. */
export const abroadWay = (
  { account_currency, payee_currency, charge_type }: OrderRow,
  payeeType: Payee['type'],
): Way => ({
  kind: account_currency === payee_currency ? 'global_same' : 'global_cross',
  ...wayToPayee(payeeType, { chargeType: charge_type as 'OUR' | 'SHA' }),
});

/** Whether this much can move on a day off: where the rail that takes it works every day. Banks abroad do not. */
export async function exactAllowed(tx: Tx, reach: Reach, paid: Paid): Promise<boolean> {
  if (reach === 'abroad') return false;
  const { rail } = await homeWay(tx, paid);
  return worksDaily(tx, rail, paid.amount.currency);
}
