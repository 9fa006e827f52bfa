import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { BankPicker } from './BankPicker.tsx';
import { BankRedirect } from './BankRedirect.tsx';
import { banksQuery, type StartRequest, useStartPayment } from './open-banking.api.ts';
import { useInstantPaymentPaths } from './use-instant-payment-paths.ts';

type Props = { account: BankAccountView; amount: string; onError: (text: string | undefined) => void };

/** An Instant Bank Payment of the amount of the deposit form into this wallet. */
export function InstantDeposit({ account, amount, onError }: Props) {
  const t = useTranslations('instantPayment');
  const navigate = useNavigate();
  const banks = useQuery(banksQuery);
  const pathTo = useInstantPaymentPaths();
  const [bank, setBank] = useState('');
  const [bankError, setBankError] = useState<string>();
  const [started, setStarted] = useState<InstantPaymentView>();
  const start = useStartPayment();
  const faultText = useAmountError();
  const request = useIdempotentRequest(
    async (wish: StartRequest) => start.mutateAsync(wish),
    (payment: InstantPaymentView) => {
      if (payment.redirectUrl !== null) setStarted(payment);
      else void navigate(linkTo(pathTo.payment(payment.uid)) as never);
    },
  );
  if (started) return <BankRedirect payment={started} />;
  if (banks.error && !banks.data)
    return (
      <Card>
        <ErrorState title={t('bank.failed')} text={failureText(banks.error)} onRetry={() => void banks.refetch()} />
      </Card>
    );
  if (!banks.data) return <Skeleton shape="card" count={1} />;
  const submit = () => {
    const fault = faultText(amount, 'GBP');
    onError(fault);
    setBankError(bank === '' ? t('bank.fault') : undefined);
    if (fault || bank === '' || request.sending || request.unknown) return;
    void request.send({
      aspspId: bank,
      amount,
      currency: 'GBP',
      destinationBankholderId: account.bankholderid,
      device: 'wallet',
      idempotency: request.key,
    });
  };
  return (
    <>
      <SubmitNotice submission={request} refusedTitle={t('form.refused')} retryText={t('form.once')} />
      <Card>
        <BankPicker id="instant-bank" banks={banks.data} value={bank} onChange={setBank} error={bankError} />
      </Card>
      <Button wide busy={request.sending || request.unknown} busyLabel={t('form.sending')} onClick={submit}>
        {t('form.send')}
      </Button>
    </>
  );
}
