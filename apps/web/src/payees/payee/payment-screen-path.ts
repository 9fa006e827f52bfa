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

export const paymentScreenPath = ({ type, uid }: Pick<PayeeView, 'type' | 'uid'>): string =>
  `${screenPaths[type]}?payee=${encodeURIComponent(uid)}`;
