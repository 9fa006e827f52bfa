import type { SessionView } from '@larkmere/contract/identity/session';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { paths } from '../../platform/navigation/paths.ts';

const choices: Readonly<Record<PayeeView['type'], string>> = {
  gbp: 'gbp',
  eur: 'eur',
  thb: 'thb',
  swt: 'swt',
  usd: 'swt',
  localatw: 'swt',
  swiftatw: 'swt',
};

/** The payment form with this payee chosen. */
export const paymentScreenPath = (
  { type, uid }: Pick<PayeeView, 'type' | 'uid'>,
  { userType }: Pick<SessionView, 'userType'>,
): string => (userType === 'wallet' ? paths.walletPayTo(uid) : paths.payTo(choices[type], uid));
