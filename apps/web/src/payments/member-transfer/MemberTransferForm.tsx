import type { MemberTransferView } from '@larkmere/contract/payments/member-transfer';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAccounts, useBalance } from '../../accounts/bank-account/bank-account.tsx';
import { failureText } from '../../platform/failures.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { useIdempotentSubmit } from '../../platform/forms/use-idempotent-submit.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnknownOutcome } from '../../ui/UnknownOutcome.tsx';
import { HomeLink, MemberTransferDone } from './MemberTransferDone.tsx';
import { MemberTransferFields } from './MemberTransferFields.tsx';
import { MemberTransferReview } from './MemberTransferReview.tsx';
import { memberDraftName, newMemberDraft } from './member-draft.ts';
import { useSendToMember } from './member-transfer.api.ts';

export function MemberTransferForm() {
  const t = useTranslations('memberTransfer');
  const { draft, keep, amend, renew } = useDraft(useSession().user.uid, memberDraftName, newMemberDraft);
  const [step, setStep] = useState<'form' | 'review'>('form');
  const [done, setDone] = useState<MemberTransferView>();
  const { from: accountId }: { from?: string } = useSearch({ strict: false });
  const accounts = useAccounts();
  const usable = accounts.data?.filter(({ status }) => status === 'active') ?? [];
  const chosen = draft.source || accountId;
  const source = usable.find(({ bankholderid }) => bankholderid === chosen) ?? usable[0];
  const balance = useBalance(source?.bankholderid);
  const available = balance.data && { amount: balance.data.available, currency: balance.data.currency };
  const { mutateAsync: write } = useSendToMember();
  const sending = useIdempotentSubmit({
    draft,
    saveDraft: keep,
    write,
    onDone: (reply: MemberTransferView) => {
      setDone(reply);
      setStep('form');
      renew();
    },
  });

  if (done) return <MemberTransferDone view={done} isNew onAgain={() => setDone(undefined)} />;
  const { sent } = draft;
  if (sent && sending.work !== 'first')
    return (
      <UnknownOutcome
        timeouts={sending.silences}
        busy={sending.work !== undefined}
        link={<HomeLink />}
        onAgain={() => void sending.send(sent)}
      >
        {t('unknown')}
      </UnknownOutcome>
    );
  if (accounts.isPending) return <Skeleton shape="card" count={1} />;
  if (accounts.error && !accounts.data)
    return (
      <Card>
        <ErrorState
          title={t('accountsFailed')}
          text={failureText(accounts.error)}
          onRetry={() => void accounts.refetch()}
        />
      </Card>
    );
  if (!source) return <EmptyState title={t('noWallet')}>{t('noWalletText')}</EmptyState>;
  const form = {
    draft,
    // A look-up ends later than what was typed meanwhile.
    change: (next: Partial<typeof draft>) => amend((now) => ({ ...now, ...next })),
    usable,
    source,
    available,
  };
  if (step === 'review' && draft.recipient)
    return (
      <MemberTransferReview
        form={form}
        recipient={draft.recipient}
        sending={sending}
        onBack={() => {
          sending.forget();
          setStep('form');
        }}
      />
    );
  return <MemberTransferFields form={form} onNext={() => setStep('review')} />;
}
