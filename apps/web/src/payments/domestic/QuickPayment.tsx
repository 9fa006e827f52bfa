import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ExchangeInto, useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { preloadPinPad } from '../../identity/pin/pin.tsx';
import { NameReminder } from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { useSession } from '../../platform/session/session.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { NewPayeeWarning, payeeDefaultsOf, RegulatoryFields, scamWarningFor } from '../initiation/initiation.tsx';
import type { DomesticCurrency } from '../payment/payment.tsx';
import { ConfirmationDialogs } from './ConfirmationDialogs.tsx';
import { PaymentOutcomeUnknown } from './PaymentOutcomeUnknown.tsx';
import { PricePanel } from './PricePanel.tsx';
import { payingAccounts } from './paying-accounts.ts';
import { newPaymentDraft, type PaymentDraft, type PaymentTerms } from './payment-draft.ts';
import { toPaymentTerms } from './payment-terms.ts';
import { ReferenceField } from './ReferenceField.tsx';
import { useAmountErrors } from './use-amount-errors.ts';
import { usePaymentConfirmation } from './use-payment-confirmation.ts';
import { useMaxAmount, usePaymentPrice } from './use-payment-price.ts';
import { useSubmitPayment } from './use-submit-payment.ts';

type Props = {
  /** Of the unsent form. */
  name: string;
  currency: DomesticCurrency;
  payee: PayeeView;
  amount: string;
  reference: string;
  /** Called right before the PIN. Nothing is sent if it throws. */
  check: () => Promise<unknown>;
};

/** One step for a payment that is filled in: the amount and the reference can still be changed, then the PIN. */
export function QuickPayment({ name, currency, payee, amount, reference, check }: Props) {
  const t = useTranslations('payment');
  const owner = useSession().user.uid;
  const { draft, keep, renew } = useDraft<PaymentDraft>(owner, name, () => ({
    ...newPaymentDraft(),
    payeeUid: payee.uid,
    amount,
    reference: reference || (payee.defaultReference ?? ''),
  }));
  const sending = useSubmitPayment({ currency, draft, saveDraft: keep, renew });
  const accounts = useAccounts();
  const source = payingAccounts(accounts.data, currency)?.[0];
  if (draft.sent && sending.work !== 'first')
    return <PaymentOutcomeUnknown request={draft.sent} sending={sending} payee={payee} />;
  if (accounts.isPending) return <Skeleton shape="card" count={2} />;
  if (!source) return <Notice kind="warning" title={t('types.noAccount', { currency: t(`words.${currency}`) })} />;
  return (
    <QuickReview
      {...{ currency, payee, check, draft, source, sending, accounts: accounts.data }}
      change={(next) => keep({ ...draft, ...next })}
    />
  );
}

type ReviewProps = Pick<Props, 'currency' | 'payee' | 'check'> & {
  draft: PaymentDraft;
  change: (next: Partial<PaymentDraft>) => void;
  source: BankAccountView;
  accounts: BankAccountView[] | undefined;
  sending: ReturnType<typeof useSubmitPayment>;
};

function QuickReview({ currency, payee, check, draft, change, source, accounts, sending }: ReviewProps) {
  const t = useTranslations('payment');
  const { price, available, known, updating, isAsking, error, retry, off } = usePaymentPrice(source, draft, currency);
  const most = useMaxAmount(source, draft, currency);
  const confirm = usePaymentConfirmation(draft, sending);
  useEffect(preloadPinPad, []);
  const requiredFields = known?.requiredFields ?? [];
  const found = useAmountErrors(
    currency,
    draft,
    updating ? undefined : price,
    {
      plan: undefined,
      dateError: undefined,
      priceError: error && !price ? failureText(error) : undefined,
      requiredFields,
    },
    payee,
  );
  const money = { amount: draft.amount, currency };
  const warning = scamWarningFor(payee, draft.regulatoryInfo);
  const terms = price && toPaymentTerms({ currency, source, payee, draft, price, warning });
  const isReady = terms !== undefined && !updating && !isAsking && off === undefined;
  const { attempts, checking, stopped, submit } = useCheckedSubmit({
    hasFaults: found.faults.length > 0,
    terms: isReady ? terms : undefined,
    check,
    ask: confirm.ask,
  });
  const tried = attempts > 0;
  const refusal = confirm.asking || confirm.duplicate ? undefined : (stopped ?? sending.refusal?.text);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {tried && found.faults.length > 0 && <ErrorSummary key={attempts} errors={found.faults} />}
      {refusal && <Notice kind="danger" title={refusal} />}
      {off && (
        <Notice kind="warning" title={t('off', { currency: t(`words.${currency}`) })}>
          {off}
        </Notice>
      )}
      <Card className="grid gap-5">
        <AmountInput
          id="payment-amount"
          label={t('amount.youSend')}
          currency={currency}
          value={draft.amount}
          onChange={(typed) => change({ amount: typed })}
          balance={available}
          maxAmount={most}
          error={(tried ? found.amount : undefined) ?? found.live}
        />
        {found.isShort && <ExchangeInto currency={currency} accounts={accounts} />}
        <SummaryList
          rows={[
            { label: t('review.to'), value: payee.name },
            { label: t('review.account'), value: <span className="figures">{payee.summary}</span> },
          ]}
        />
        <ReferenceField
          currency={currency}
          value={draft.reference}
          onChange={(typed) => change({ reference: typed })}
          error={tried ? found.reference : undefined}
        />
        {requiredFields.length > 0 && (
          <RegulatoryFields
            value={draft.regulatoryInfo ?? {}}
            onChange={(regulatoryInfo) => change({ regulatoryInfo })}
            optionalFields={[]}
            requiredFields={requiredFields}
            defaults={payeeDefaultsOf(payee)}
            errors={tried ? found.regulatory : {}}
          />
        )}
        <NewPayeeWarning payee={payee} code={warning} />
        <NameReminder payee={payee} {...money} />
      </Card>
      {off === undefined && <PricePanel price={price} updating={updating} error={error} onRetry={retry} />}
      <Button
        type="submit"
        busy={checking || sending.work !== undefined}
        busyLabel={t('review.sending')}
        aria-disabled={(found.faults.length === 0 && !isReady) || undefined}
      >
        {t('review.confirm')}
      </Button>
      <ConfirmationDialogs confirm={confirm} sending={sending} draft={draft} payee={payee} amount={money} />
    </form>
  );
}

type SubmitContext = {
  hasFaults: boolean;
  /** Undefined while the price is not settled. */
  terms: PaymentTerms | undefined;
  check: Props['check'];
  ask: (terms: PaymentTerms) => void;
};

function useCheckedSubmit({ hasFaults, terms, check, ask }: SubmitContext) {
  const [attempts, setAttempts] = useState(0);
  const [checking, setChecking] = useState(false);
  const [stopped, setStopped] = useState<string>();
  const submit = async () => {
    setStopped(undefined);
    if (hasFaults) return setAttempts(attempts + 1);
    if (!terms) return;
    setChecking(true);
    try {
      await check();
      ask(terms);
    } catch (failure) {
      setStopped(failureText(failure));
    } finally {
      setChecking(false);
    }
  };
  return { attempts, checking, stopped, submit };
}
