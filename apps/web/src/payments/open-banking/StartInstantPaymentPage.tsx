import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { InstantPaymentView, OpenBankingBankView } from '@larkmere/contract/payments/open-banking';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccountField, useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { BankPicker } from './BankPicker.tsx';
import { BankRedirect } from './BankRedirect.tsx';
import { banksQuery, type StartRequest, useStartPayment } from './open-banking.api.ts';

const amountId = 'instant-amount';
const bankId = 'instant-bank';

export function StartInstantPaymentPage() {
  const t = useTranslations('instantPayment');
  useSetPageTitle(t('title'));
  const accounts = useAccounts();
  const banks = useQuery(banksQuery);
  const [started, setStarted] = useState<InstantPaymentView>();
  const failed = (accounts.error && !accounts.data && accounts) || (banks.error && !banks.data && banks);
  const able = accounts.data?.filter(
    ({ currency, status, sortcode }) => currency === 'GBP' && status === 'active' && sortcode !== null,
  );

  const content = () => {
    if (started) return <BankRedirect payment={started} />;
    if (failed)
      return (
        <Card>
          <ErrorState title={t('bank.failed')} text={failureText(failed.error)} onRetry={() => void failed.refetch()} />
        </Card>
      );
    if (!able || !banks.data) return <Skeleton shape="card" count={2} />;
    if (able.length === 0)
      return (
        <Card>
          <EmptyState title={t('form.noAccount')} icon={<Landmark size={22} />}>
            {t('form.noAccountText')}
          </EmptyState>
        </Card>
      );
    return <StartForm accounts={able} banks={banks.data} onStarted={setStarted} />;
  };
  return <div className="mx-auto grid w-full max-w-[720px] gap-5">{content()}</div>;
}

type Props = {
  accounts: readonly BankAccountView[];
  banks: readonly OpenBankingBankView[];
  onStarted: (payment: InstantPaymentView) => void;
};

function StartForm({ accounts, banks, onStarted }: Props) {
  const t = useTranslations('instantPayment.form');
  const navigate = useNavigate();
  const given: Partial<Record<'amount' | 'account' | 'note', string>> = useSearch({ strict: false });
  const [draft, setDraft] = useState({
    account: accounts.find(({ bankholderid }) => bankholderid === given.account)?.bankholderid ?? '',
    amount: given.amount ?? '',
    note: given.note ?? '',
    bank: '',
  });
  const [attempts, setAttempts] = useState(0);
  const start = useStartPayment();
  const send = useIdempotentRequest(
    async (wish: StartRequest) => {
      const payment = await start.mutateAsync(wish);
      if (payment.redirectUrl !== null) return onStarted(payment);
      // The retry found a payment that was already authorised.
      await navigate({ to: paths.instantPayment(payment.uid) });
    },
    () => {},
  );
  const change = (some: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...some }));
  const fault = useFieldErrors(draft);
  const tried = attempts > 0;
  const into = draft.account || (accounts[0]?.bankholderid ?? '');
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempts(attempts + 1);
        if (fault.all.length > 0 || send.sending || send.unknown) return;
        void send.send({
          aspspId: draft.bank,
          amount: draft.amount,
          currency: 'GBP',
          destinationBankholderId: into,
          reference: draft.note,
          device: 'web',
          idempotency: send.key,
        });
      }}
    >
      <StepHeading>{t('heading')}</StepHeading>
      {tried && fault.all.length > 0 && <ErrorSummary key={attempts} errors={fault.all} />}
      <SubmitNotice submission={send} refusedTitle={t('refused')} retryText={t('once')} />
      <Card className="grid gap-5">
        {accounts.length > 1 && (
          <AccountField
            label={t('into')}
            value={into}
            onChange={(account) => change({ account })}
            accounts={accounts}
          />
        )}
        <AmountInput
          id={amountId}
          label={t('amount')}
          currency="GBP"
          value={draft.amount}
          onChange={(value) => change({ amount: value })}
          error={tried ? fault.amount : undefined}
        />
        <Field label={t('note')} hint={t('noteHint')} optional>
          <TextInput maxLength={80} value={draft.note} onChange={(event) => change({ note: event.target.value })} />
        </Field>
      </Card>
      <Card>
        <BankPicker
          id={bankId}
          banks={banks}
          value={draft.bank}
          onChange={(bank) => change({ bank })}
          error={tried ? fault.bank : undefined}
        />
      </Card>
      <Button type="submit" wide busy={send.sending || send.unknown} busyLabel={t('sending')}>
        {t('send')}
      </Button>
    </form>
  );
}

function useFieldErrors({ amount, bank }: { amount: string; bank: string }) {
  const t = useTranslations('instantPayment');
  const amountFault = useAmountError();
  const found = {
    amount: amountFault(amount, 'GBP'),
    bank: bank === '' ? t('bank.fault') : undefined,
  };
  const all = [
    { id: amountId, message: found.amount },
    { id: bankId, message: found.bank },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  return { ...found, all };
}
