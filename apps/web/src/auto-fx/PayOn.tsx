import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import { useTranslations } from 'use-intl';
import { useUsablePayees } from '../payee/payee.tsx';
import { moneyText } from '../ui/money.ts';
import { payableOf } from './auto-fx-draft.ts';

export function PayOn({ terms: { afterFill, buy } }: { terms: AutoFxTerms }) {
  const t = useTranslations('autoFx.row');
  const payees = useUsablePayees(payableOf(buy) ?? 'GBP').data;
  if (!afterFill) return null;
  const { payeeUid, most, reference } = afterFill;
  const payee = payees?.find(({ uid }) => uid === payeeUid)?.name ?? t('somebody');
  return <>{t('payOn', { most: moneyText({ amount: most, currency: buy }), payee, reference })}</>;
}
