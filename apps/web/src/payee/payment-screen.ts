import type { PayeeView } from '@larkmere/contract/payee';
import { paths } from '../kernel/paths.ts';

const screens: Readonly<Record<PayeeView['type'], string>> = {
  gbp: paths.paymentIn('GBP'),
  eur: paths.paymentIn('EUR'),
  thb: paths.paymentIn('THB'),
  swt: paths.paymentAbroad,
  usd: paths.paymentAbroad,
  localatw: paths.paymentAbroad,
  swiftatw: paths.paymentAbroad,
};

export const paymentScreenOf = ({ type, uid }: PayeeView): string =>
  `${screens[type]}?payee=${encodeURIComponent(uid)}`;
