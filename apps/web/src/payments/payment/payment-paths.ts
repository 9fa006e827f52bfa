import type { SessionView } from '@larkmere/contract/identity/session';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { isDomesticCurrency } from './domestic-currency.ts';

type Session = Pick<SessionView, 'userType'>;
type Paid = Pick<PaymentView, 'uid' | 'kind' | 'amount' | 'payee' | 'payeeReference'>;

/** The form, filled in with this payment. */
export function payAgainPath({ uid, kind, amount: { currency } }: Paid, { userType }: Session): string | undefined {
  if (userType === 'wallet') return `${paths.walletSend}?again=${uid}`;
  if (kind !== 'domestic') return paths.payAbroadAgain(uid);
  return isDomesticCurrency(currency) ? paths.payAgain(currency, uid) : undefined;
}

/** A standing order to the same payee, of the same amount. */
export const makeRegularPath = ({ payee, amount: { amount, currency }, payeeReference: reference }: Paid): string =>
  ownAddress(`${paths.standingOrderTo(currency, payee.uid)}&${new URLSearchParams({ amount, reference })}`);
