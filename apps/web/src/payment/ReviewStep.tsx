import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { PayeeView } from '@larkmere/contract/payee';
import type { PriceView } from '@larkmere/contract/payment';
import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { NameReminder } from '../payee/payee.tsx';
import { knownOf, NewPayeeWarning, saidIn, TravelsAs, useSaidRows, warningOf } from '../payment-form/payment-form.tsx';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { type Money, moneyParts } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { useDays } from '../ui/use-days.ts';
import { PricePanel } from './PricePanel.tsx';
import { routeOf } from './pay-currency.ts';
import { purposeOf, type Terms } from './payment-draft.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { useConfirm } from './use-confirm.ts';
import type { usePaymentForm } from './use-payment-form.ts';
import { usePaymentPrice } from './use-payment-price.ts';
import type { usePaymentSend } from './use-payment-send.ts';

type Props = {
  form: ReturnType<typeof usePaymentForm>;
  payee: PayeeView;
  source: BankAccountView;
  sending: ReturnType<typeof usePaymentSend>;
};

export function ReviewStep({ form, payee, source, sending }: Props) {
  const t = useTranslations('payment');
  const later = useTranslations('paymentForm.when');
  const { currency, draft, goTo } = form;
  const { price, executionDate, available, updating, error, retry, off } = usePaymentPrice(source, draft, currency);
  const confirm = useConfirm(draft, sending);
  useEffect(preloadPinPad, []);

  const amount = { amount: draft.amount, currency };
  const warning = warningOf(payee, draft.said);
  const current: Terms | undefined = price && {
    sourceBankholderId: source.bankholderid,
    payeeUid: payee.uid,
    payeeVersion: payee.version,
    amount: draft.amount,
    ...(currency === 'EUR' ? { currency, scheme: draft.scheme } : { currency }),
    route: routeOf(source),
    fee: price.fee.amount,
    reference: draft.reference.trim(),
    ...saidIn(draft.said),
    ...(draft.endToEndId?.trim() && { endToEndId: draft.endToEndId.trim() }),
    ...(form.brought.uids.length > 0 && { documents: form.brought.uids }),
    ...(warning && { warning }),
    ...(executionDate && { executionDate }),
    ...(draft.draftUid && { draftUid: draft.draftUid }),
  };
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
        <PricePanel price={price} day={executionDate} updating={updating} error={error} onRetry={retry} />
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
      {confirm.asking && (
        <PinDialog
          key={confirm.asking.round}
          action="verify"
          purpose={purposeOf(confirm.asking.terms, draft.idempotency)}
          about={t.rich('review.pinAbout', {
            amount: () => <MoneyAmount value={amount} className="font-bold text-text" />,
            name: () => <strong className="text-text">{payee.name}</strong>,
          })}
          onResult={({ approval }) => approval && confirm.approve(approval)}
          onClose={confirm.close}
        />
      )}
      {confirm.duplicate && !confirm.asking && (
        <ConfirmDialog
          title={t('duplicate.title')}
          text={confirm.duplicate.text}
          confirmLabel={t('duplicate.confirm')}
          cancelLabel={t('duplicate.cancel')}
          onConfirm={confirm.duplicate.sendAgain}
          onCancel={sending.forget}
        />
      )}
    </div>
  );
}

type SummaryProps = Omit<Props, 'sending'> & { available: Money | undefined; price: PriceView | undefined };

function Summary({ form, payee, source, available, price }: SummaryProps) {
  const { draft, goTo } = form;
  const t = useTranslations('payment');
  const later = useTranslations('paymentForm.when');
  const { day } = useDays();
  const said = useSaidRows({ ...draft, known: knownOf(payee), brought: form.brought }, () => goTo('amount'));
  const leavesOn = price?.plan?.leavesOn;
  const fromText = (shown: Money): string => {
    const { whole, cents } = moneyParts(shown);
    return t('review.fromText', { currency: source.currency, available: whole + cents });
  };
  return (
    <SummaryList
      rows={[
        {
          label: t('review.to'),
          value: <TravelsAs name={payee.name} text={price?.travels.payee} />,
          onChange: () => goTo('payee'),
        },
        { label: t('review.account'), value: <span className="figures">{payee.summary}</span> },
        { label: t('review.reference'), value: draft.reference.trim(), onChange: () => goTo('amount') },
        {
          label: t('review.from'),
          value: available ? (
            <TravelsAs name={fromText(available)} text={price?.travels.payer} />
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
        ...said,
      ]}
    />
  );
}
