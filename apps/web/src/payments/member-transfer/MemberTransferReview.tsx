import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import type { useIdempotentSubmit } from '../../platform/forms/use-idempotent-submit.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import type { MemberForm } from './MemberTransferFields.tsx';
import { type MemberDraft, purposeOf, termsOf } from './member-draft.ts';
import type { MemberOrder, Recipient } from './member-transfer.api.ts';

type Props = {
  form: MemberForm;
  recipient: Recipient;
  sending: Pick<ReturnType<typeof useIdempotentSubmit<MemberOrder, MemberDraft, unknown>>, 'send' | 'work' | 'refusal'>;
  onBack: () => void;
};

export function MemberTransferReview({ form: { draft, source }, recipient, sending, onBack }: Props) {
  const t = useTranslations('memberTransfer');
  const nameOf = useAccountName();
  const [asking, setAsking] = useState<number>();
  useEffect(preloadPinPad, []);
  const amount = { amount: draft.amount, currency: source.currency };
  const terms = termsOf(draft, source, recipient);
  const approve = async (authorisation: string) => {
    const refused = await sending.send({ ...terms, authorisation, idempotency: draft.idempotency });
    if (refused?.code === 'authorisation_invalid') setAsking((round = 0) => round + 1);
  };
  return (
    <div className="grid gap-5">
      <StepHeading>{t('check')}</StepHeading>
      {sending.refusal && asking === undefined && (
        <Notice kind="danger" title={t('refused')}>
          {sending.refusal.text}
        </Notice>
      )}
      <Card>
        <p className="text-text-muted">{t('youSend')}</p>
        <p className="mb-4">
          <MoneyAmount value={amount} size="display" />
        </p>
        <SummaryList
          rows={[
            { label: t('to'), value: recipient.name, onChange: onBack },
            { label: t('from'), value: nameOf(source), onChange: onBack },
            ...(terms.message ? [{ label: t('message'), value: terms.message, onChange: onBack }] : []),
            { label: t('fee'), value: t('free') },
            { label: t('arrives'), value: t('seconds') },
          ]}
        />
      </Card>
      <p className="text-small text-text-muted">{t('final')}</p>
      <div className="flex gap-3">
        <Button kind="secondary" onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          className="flex-1"
          busy={sending.work !== undefined}
          busyLabel={t('sending')}
          onClick={() => setAsking(0)}
        >
          {t('confirm')}
        </Button>
      </div>
      {asking !== undefined && (
        <PinDialog
          key={asking}
          action="verify"
          purpose={purposeOf(terms, draft.idempotency)}
          description={t.rich('pinAbout', {
            amount: () => <MoneyAmount value={amount} className="font-bold text-text" />,
            name: () => <strong className="text-text">{recipient.name}</strong>,
          })}
          onResult={({ authorisation }) => authorisation && void approve(authorisation)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
