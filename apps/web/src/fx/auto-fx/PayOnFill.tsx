import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { useTranslations } from 'use-intl';
import { useDomesticPayees } from '../../payees/payee/payee.tsx';
import { moneyText } from '../../ui/money.ts';
import { payoutCurrencyOf } from './auto-fx-draft.ts';

export function PayOnFill({ terms: { afterFill, buy } }: { terms: AutoFxTerms }) {
  const t = useTranslations('autoFx.row');
  const payees = useDomesticPayees(payoutCurrencyOf(buy) ?? 'GBP').data;
  if (!afterFill) return null;
  const { payeeUid, maxAmount, reference } = afterFill;
  const payee = payees?.find(({ uid }) => uid === payeeUid)?.name ?? t('somebody');
  return <>{t('payOn', { most: moneyText({ amount: maxAmount, currency: buy }), payee, reference })}</>;
}
