import type { PayeeView } from '@larkmere/contract/payee';
import type { PriceView } from '@larkmere/contract/payment';
import { type WarningCode, warnings } from '@larkmere/contract/payment-warning';
import { useTranslations } from 'use-intl';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { useMoments } from '../ui/use-moments.ts';

type WarningProps = { payee: Pick<PayeeView, 'name'>; code: WarningCode | undefined };

export function NewPayeeWarning({ payee: { name }, code }: WarningProps) {
  const t = useTranslations('paymentForm.newPayee');
  return <NewPayeesWarning codes={code ? [code] : []} title={t('title', { name })} />;
}

export function NewPayeesWarning({ codes, title }: { codes: readonly WarningCode[]; title: string }) {
  const t = useTranslations('paymentForm.newPayee');
  return codes.length > 0 ? (
    <Notice kind="warning" title={title}>
      {codes.map((code) => (
        <p key={code} className="mb-2">
          {warnings[code]}
        </p>
      ))}
      <p>{t('kept')}</p>
    </Notice>
  ) : null;
}

export function NewPayeeLimit({ price: { amount, limit } }: { price: Pick<PriceView, 'amount' | 'limit'> }) {
  const t = useTranslations('paymentForm.newPayee');
  const { at } = useMoments();
  const { firstDay } = limit;
  if (!firstDay) return null;
  const left = moneyText({ amount: firstDay.left, currency: amount.currency });
  return <p className="text-small text-text-muted">{t('limit', { until: at(firstDay.until), left })}</p>;
}
