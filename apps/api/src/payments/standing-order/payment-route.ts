import type { Money } from '@larkmere/money/money';
import type { Principal } from '../../customers/customer/customer.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import type { PaymentTerms } from '../initiation/initiation.ts';
import { accountRoute, domesticRoute as routeOfPayment, crossBorderRoute as routeToPayee } from '../pricing/pricing.ts';
import type { OrderRow } from './standing-order.sql.ts';

export type Route = Readonly<Pick<PaymentTerms, 'kind' | 'rail' | 'route' | 'serviceKey' | 'chargeBearer'>>;

export type RouteScope = 'home' | 'abroad';

const scopeByPayeeType: Readonly<Partial<Record<Payee['type'], RouteScope>>> = {
  gbp: 'home',
  eur: 'home',
  thb: 'home',
  swt: 'abroad',
  swiftatw: 'abroad',
  usd: 'abroad',
};

export const findRouteScope = (payeeType: Payee['type']): RouteScope | undefined => scopeByPayeeType[payeeType];

type RoutedPayment = Readonly<{ tier: Principal['userType']; vendorType: string; amount: Money }>;

export async function domesticRoute(tx: Tx, { tier, vendorType, amount }: RoutedPayment): Promise<Route> {
  const route = accountRoute(vendorType);
  return { kind: 'domestic', route, ...(await routeOfPayment(tx, { amount, tier, route })) };
}

export const crossBorderRoute = (
  { accountCurrency, payeeCurrency, chargeType }: OrderRow,
  payeeType: Payee['type'],
): Route => ({
  kind: accountCurrency === payeeCurrency ? 'global_same' : 'global_cross',
  route: 'direct',
  ...routeToPayee(payeeType, { chargeType: chargeType as 'OUR' | 'SHA' }),
});

export async function supportsExactDay(tx: Tx, reach: RouteScope, paid: RoutedPayment): Promise<boolean> {
  if (reach === 'abroad') return false;
  const { rail } = await domesticRoute(tx, paid);
  const rule = await readSetting(tx, railRule, { rail, currency: paid.amount.currency });
  return rule?.calendar === null;
}
