import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { MemberTransferView } from '@larkmere/contract/payments/member-transfer';
import type { Currency } from '@larkmere/money/money';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAccounts, useBalance } from '../../accounts/bank-account/bank-account.tsx';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { useIdempotentSubmit } from '../../platform/forms/use-idempotent-submit.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/Field.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { UnknownOutcome } from '../../ui/UnknownOutcome.tsx';
import { LinkAsButton } from './LinkAsButton.tsx';
import { MemberTransferDone } from './MemberTransferDone.tsx';
import { type MemberDraft, type MemberTerms, newMemberDraft, purposeOf, termsOf } from './member-draft.ts';
import { type Recipient, useSendToMember } from './member-transfer.api.ts';
import { useAmountErrorText } from './use-amount-error-text.ts';

type Props = {
  /** Of the unsent form. */
  name: string;
  recipientName: string;
  currency: Currency;
  amount: string;
  message: string;
  /** Called right before the PIN. Nothing is sent if it throws. */
  check: () => Promise<Recipient>;
};

/** One step for a transfer that is filled in: the amount and the message can still be changed, then the PIN. */
export function QuickMemberTransfer({ name, recipientName, currency, amount, message, check }: Props) {
  const t = useTranslations('memberTransfer');
  const owner = useSession().user.uid;
  const { draft, keep, renew } = useDraft<MemberDraft>(owner, name, () => ({ ...newMemberDraft(), amount, message }));
  const [done, setDone] = useState<MemberTransferView>();
  const accounts = useAccounts();
  const source = accounts.data?.find((account) => account.status === 'active' && account.currency === currency);
  const { mutateAsync: write } = useSendToMember();
  const sending = useIdempotentSubmit({
    draft,
    saveDraft: keep,
    write,
    onDone: (reply: MemberTransferView) => {
      setDone(reply);
      renew();
    },
  });
  if (done) return <MemberTransferDone view={done} onAgain={() => setDone(undefined)} />;
  const { sent } = draft;
  if (sent && sending.work !== 'first')
    return (
      <UnknownOutcome
        timeouts={sending.silences}
        busy={sending.work !== undefined}
        link={<LinkAsButton to={paths.walletAccounts}>{t('wallets')}</LinkAsButton>}
        onAgain={() => void sending.send(sent)}
      >
        {t('unknown')}
      </UnknownOutcome>
    );
  if (accounts.isPending) return <Skeleton shape="card" count={1} />;
  if (!accounts.data)
    return (
      <Card>
        <ErrorState
          title={t('accountsFailed')}
          text={failureText(accounts.error)}
          onRetry={() => void accounts.refetch()}
        />
      </Card>
    );
  if (!source) return <Notice kind="warning" title={t('noWalletIn', { currency })} action={<WalletsLink />} />;
  return (
    <QuickReview {...{ draft, source, recipientName, check, sending }} change={(next) => keep({ ...draft, ...next })} />
  );
}

function WalletsLink() {
  const t = useTranslations('memberTransfer');
  return <LinkAsButton to={paths.walletAccounts}>{t('wallets')}</LinkAsButton>;
}

type ReviewProps = Pick<Props, 'recipientName' | 'check'> & {
  draft: MemberDraft;
  change: (next: Partial<MemberDraft>) => void;
  source: BankAccountView;
  sending: Pick<
    ReturnType<typeof useIdempotentSubmit<NonNullable<MemberDraft['sent']>, MemberDraft, unknown>>,
    'send' | 'work' | 'refusal' | 'forget'
  >;
};

function QuickReview({ draft, change, source, recipientName, check, sending }: ReviewProps) {
  const t = useTranslations('memberTransfer');
  const nameOf = useAccountName();
  const balance = useBalance(source.bankholderid).data;
  const available = balance && { amount: balance.available, currency: balance.currency };
  const amountError = useAmountErrorText({ draft, source, available });
  const [tried, setTried] = useState(false);
  const [checking, setChecking] = useState(false);
  const [stopped, setStopped] = useState<string>();
  const [asking, setAsking] = useState<{ terms: MemberTerms; round: number }>();
  useEffect(preloadPinPad, []);
  const money = { amount: draft.amount, currency: source.currency };
  const submit = async () => {
    setTried(true);
    setStopped(undefined);
    sending.forget();
    if (amountError) return document.getElementById('member-amount')?.focus();
    setChecking(true);
    try {
      setAsking({ terms: termsOf(draft, source, await check()), round: 0 });
    } catch (failure) {
      setStopped(failureText(failure));
    } finally {
      setChecking(false);
    }
  };
  const approve = async (terms: MemberTerms, authorisation: string) => {
    const refused = await sending.send({ ...terms, authorisation, idempotency: draft.idempotency });
    if (refused?.code === 'authorisation_invalid') setAsking((before) => ({ terms, round: (before?.round ?? 0) + 1 }));
  };
  const refusal = asking ? undefined : (stopped ?? sending.refusal?.text);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {refusal && (
        <Notice kind="danger" title={t('refused')}>
          {refusal}
        </Notice>
      )}
      <Card className="grid gap-5">
        <AmountInput
          id="member-amount"
          label={t('youSend')}
          currency={source.currency}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          balance={available}
          error={tried ? amountError : undefined}
        />
        <SummaryList
          rows={[
            { label: t('to'), value: recipientName },
            { label: t('from'), value: nameOf(source) },
            { label: t('fee'), value: t('free') },
            { label: t('arrives'), value: t('seconds') },
          ]}
        />
        <Field label={t('message')} optional hint={t('messageHint')}>
          <TextInput
            value={draft.message}
            maxLength={140}
            onChange={({ target }) => change({ message: target.value })}
            autoComplete="off"
          />
        </Field>
      </Card>
      <p className="text-small text-text-muted">{t('final')}</p>
      <Button type="submit" busy={checking || sending.work !== undefined} busyLabel={t('sending')}>
        {t('confirm')}
      </Button>
      {asking && (
        <PinDialog
          key={asking.round}
          action="verify"
          purpose={purposeOf(asking.terms, draft.idempotency)}
          description={t.rich('pinAbout', {
            amount: () => <MoneyAmount value={money} className="font-bold text-text" />,
            name: () => <strong className="text-text">{recipientName}</strong>,
          })}
          onResult={({ authorisation }) => authorisation && void approve(asking.terms, authorisation)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </form>
  );
}
