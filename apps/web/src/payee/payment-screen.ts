import type { PayeeView } from '@larkmere/contract/payee';
import { navigation } from '../kernel/navigation.ts';

const screens: Readonly<Record<PayeeView['type'], string>> = {
  gbp: '/payment/gbp',
  eur: '/payment/eur',
  thb: '/payment/thb',
  swt: '/payment/swt',
  usd: '/payment/swt',
  localatw: '/payment/swt',
  swiftatw: '/payment/swt',
};

/** Where this payee is paid, with it in the form; nothing while payments of its type are not built. */
export const paymentScreenOf = ({ type, uid }: PayeeView): string | undefined =>
  navigation.isBuilt(screens[type]) ? `${screens[type]}?payee=${encodeURIComponent(uid)}` : undefined;
