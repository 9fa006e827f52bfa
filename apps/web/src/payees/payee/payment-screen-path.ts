import type { SessionView } from '@larkmere/contract/identity/session';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { paths } from '../../platform/navigation/paths.ts';

const screenPaths: Readonly<Record<PayeeView['type'], string>> = {
  gbp: paths.paymentIn('GBP'),
  eur: paths.paymentIn('EUR'),
  thb: paths.paymentIn('THB'),
  swt: paths.paymentAbroad,
  usd: paths.paymentAbroad,
  localatw: paths.paymentAbroad,
  swiftatw: paths.paymentAbroad,
};

const walletPaths: Readonly<Partial<Record<PayeeView['type'], string>>> = {
  gbp: paths.walletPayIn('GBP'),
  eur: paths.walletPayIn('EUR'),
  thb: paths.walletPayIn('THB'),
};

type Sender = Pick<SessionView, 'userType'>;

/** Undefined where this customer cannot pay: wallets pay in pounds, euros and baht. */
export function paymentScreenPath(
  { type, uid }: Pick<PayeeView, 'type' | 'uid'>,
  { userType }: Sender,
): string | undefined {
  const payee = `payee=${encodeURIComponent(uid)}`;
  if (userType !== 'wallet') return `${screenPaths[type]}?${payee}`;
  return walletPaths[type] && `${walletPaths[type]}&${payee}`;
}
