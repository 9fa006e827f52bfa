import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PriceView } from '@larkmere/contract/payments/payment';
import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { preloadPinPad } from '../../identity/pin/pin.tsx';
import { NameReminder } from '../../payees/payee/payee.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { type Money, moneyParts } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import {
  NewPayeeWarning,
  payeeDefaultsOf,
  scamWarningFor,
  TransliteratedName,
  useRegulatoryRows,
} from '../initiation/initiation.tsx';
import { ConfirmationDialogs } from './ConfirmationDialogs.tsx';
import { PricePanel } from './PricePanel.tsx';
import { toPaymentTerms } from './payment-terms.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { usePaymentConfirmation } from './use-payment-confirmation.ts';
import type { usePaymentForm } from './use-payment-form.ts';
import { usePaymentPrice } from './use-payment-price.ts';
import type { useSubmitPayment } from './use-submit-payment.ts';

type Props = {
  form: ReturnType<typeof usePaymentForm>;
  payee: PayeeView;
  source: BankAccountView;
  sending: ReturnType<typeof useSubmitPayment>;
};

export function ReviewStep({ form, payee, source, sending }: Props) {
  const t = useTranslations('payment');
  const later = useTranslations('paymentForm.when');
  const { currency, draft, goTo } = form;
  const { price, executionDate, available, updating, error, retry, off } = usePaymentPrice(source, draft, currency);
  const confirm = usePaymentConfirmation(draft, sending);
  useEffect(preloadPinPad, []);

  const amount = { amount: draft.amount, currency };
  const warning = scamWarningFor(payee, draft.regulatoryInfo);
  const current =
    price &&
    toPaymentTerms({ currency, source, payee, draft, price, executionDate, warning, documents: form.brought.uids });
  const isReady = current !== undefined && !updating && off === undefined && form.brought.isReady;
  return (
    <div className="grid gap-5">
      <StepHeading>{t('review.heading')}</StepHeading>
      {sending.refusal && !confirm.asking && !confirm.duplicate && (
        <RefusalNotice refusal={sending.refusal} price={updating ? undefined : price} form={form} />
      )}
      {off && !sending.refusal && (
        <Notice kind="warning" title={t('off', { currency: t(`words.${currency}`) })}>
          {off}
        </Notice>
      )}
      <Card>
        <p className="text-text-muted">{t('review.youSend')}</p>
        <p className="mb-4">
          <MoneyAmount value={amount} size="display" />
        </p>
        <Summary form={form} payee={payee} source={source} available={available} price={price} />
        <div className="mt-4 grid gap-3">
          <NewPayeeWarning payee={payee} code={warning} />
          <NameReminder payee={payee} {...amount} />
        </div>
      </Card>
      {off === undefined && (
        <PricePanel price={price} requestedDate={executionDate} updating={updating} error={error} onRetry={retry} />
      )}
      {draft.draftUid && <p className="text-small text-text-muted">{t('review.again')}</p>}
      <p className="flex items-center gap-2 text-small text-text-muted">
        <Clock size={16} className="shrink-0" />
        {executionDate ? later('promise') : t('review.promise')}
      </p>
      <div className="flex gap-3">
        <Button kind="secondary" onClick={() => goTo('amount')}>
          {t('review.back')}
        </Button>
        <Button
          className="flex-1"
          busy={sending.work !== undefined}
          busyLabel={t('review.sending')}
          aria-disabled={!isReady || undefined}
          onClick={() => current && confirm.ask(current)}
        >
          {t('review.confirm')}
        </Button>
      </div>
      <ConfirmationDialogs confirm={confirm} sending={sending} draft={draft} payee={payee} amount={amount} />
    </div>
  );
}

type SummaryProps = Omit<Props, 'sending'> & { available: Money | undefined; price: PriceView | undefined };

function Summary({ form, payee, source, available, price }: SummaryProps) {
  const { draft, goTo } = form;
  const t = useTranslations('payment');
  const later = useTranslations('paymentForm.when');
  const { day } = useDateText();
  const regulatoryRows = useRegulatoryRows(
    { ...draft, defaults: payeeDefaultsOf(payee), supportingDocuments: form.brought },
    () => goTo('amount'),
  );
  const leavesOn = price?.schedule?.executesOn;
  const fromText = (shown: Money): string => {
    const { whole, cents } = moneyParts(shown);
    return t('review.fromText', { currency: source.currency, available: whole + cents });
  };
  return (
    <SummaryList
      rows={[
        {
          label: t('review.to'),
          value: <TransliteratedName name={payee.name} transliteration={price?.transliteratedNames.payee} />,
          onChange: () => goTo('payee'),
        },
        { label: t('review.account'), value: <span className="figures">{payee.summary}</span> },
        { label: t('review.reference'), value: draft.reference.trim(), onChange: () => goTo('amount') },
        {
          label: t('review.from'),
          value: available ? (
            <TransliteratedName name={fromText(available)} transliteration={price?.transliteratedNames.payer} />
          ) : (
            t('amount.account', { currency: source.currency, number: source.accountnumber ?? '' })
          ),
          onChange: () => goTo('amount'),
        },
        {
          label: later('label'),
          value: leavesOn ? day(leavesOn) : later('now'),
          onChange: () => goTo('amount'),
        },
        ...regulatoryRows,
      ]}
    />
  );
}
