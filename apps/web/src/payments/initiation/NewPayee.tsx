import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PriceView } from '@larkmere/contract/payments/payment';
import { type ScamWarningCode, scamWarnings } from '@larkmere/contract/payments/scam-warning';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

type WarningProps = { payee: Pick<PayeeView, 'name'>; code: ScamWarningCode | undefined };

export function NewPayeeWarning({ payee: { name }, code }: WarningProps) {
  const t = useTranslations('paymentForm.newPayee');
  return <NewPayeesWarning codes={code ? [code] : []} title={t('title', { name })} />;
}

export function NewPayeesWarning({ codes, title }: { codes: readonly ScamWarningCode[]; title: string }) {
  const t = useTranslations('paymentForm.newPayee');
  return codes.length > 0 ? (
    <Notice kind="warning" title={title}>
      {codes.map((code) => (
        <p key={code} className="mb-2">
          {scamWarnings[code]}
        </p>
      ))}
      <p>{t('kept')}</p>
    </Notice>
  ) : null;
}

export function NewPayeeLimit({ price: { amount, limit } }: { price: Pick<PriceView, 'amount' | 'limit'> }) {
  const t = useTranslations('paymentForm.newPayee');
  const { at } = useDateTimeTexts();
  const { newPayeeLimit } = limit;
  if (!newPayeeLimit) return null;
  const left = moneyText({ amount: newPayeeLimit.remaining, currency: amount.currency });
  return <p className="text-small text-text-muted">{t('limit', { until: at(newPayeeLimit.until), left })}</p>;
}
