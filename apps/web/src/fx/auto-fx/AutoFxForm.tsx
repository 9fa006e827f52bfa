import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useCustomerRate } from '../rate/rate.tsx';
import { AutoFxFields } from './AutoFxFields.tsx';
import { type AutoFxDraft, type ExistingOrder, normaliseDraft, toPinPurpose, toTerms } from './auto-fx-draft.ts';
import { PayOnFill } from './PayOnFill.tsx';
import { TargetQuestionDialog } from './TargetQuestionDialog.tsx';
import { questionAboutTarget, type TargetQuestion } from './target-question.ts';
import { fieldId, useFieldErrors } from './use-field-errors.ts';
import { useOrderSentence } from './use-order-sentence.ts';
import { useSubmitOrder } from './use-submit-order.ts';

type Props = { initialDraft: AutoFxDraft; existing: ExistingOrder; accounts: BankAccountView[]; onDone: () => void };

export function AutoFxForm({ initialDraft, existing, accounts, onDone }: Props) {
  const t = useTranslations('autoFx.form');
  const sentence = useOrderSentence();
  const [draft, setDraft] = useState(initialDraft);
  const [attempts, setAttempts] = useState(0);
  const [asking, setAsking] = useState<{ acceptMetTarget: boolean }>();
  const [question, setQuestion] = useState<TargetQuestion>();
  const sending = useSubmitOrder(existing, { onDone, onMet: (met) => setQuestion({ met }) });
  const now = useCustomerRate(draft.sell, draft.buy);
  const { key, send } = sending;
  useEffect(preloadPinPad, []);
  const { faults, summary } = useFieldErrors(draft);
  const tried = attempts > 0;
  const terms = toTerms(draft, existing?.terms);
  const isBusy = sending.sending || sending.unknown;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempts(attempts + 1);
        if (summary.length > 0 || isBusy) return;
        const asks = questionAboutTarget(terms, now, existing);
        if (asks) setQuestion(asks);
        else setAsking({ acceptMetTarget: false });
      }}
    >
      <StepHeading>{t(existing ? 'edit' : 'new')}</StepHeading>
      {tried && summary.length > 0 && <ErrorSummary key={attempts} errors={summary} />}
      {!asking && !question && <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />}
      <Card className="grid gap-5">
        <AutoFxFields
          draft={draft}
          accounts={accounts}
          faults={tried ? faults : {}}
          change={(change) => setDraft((before) => normaliseDraft({ ...before, ...change }))}
        />
      </Card>
      {summary.length === 0 && <p className="font-semibold">{sentence(terms)}</p>}
      <div className="flex gap-3">
        <Button kind="secondary" onClick={onDone}>
          {t('back')}
        </Button>
        <Button type="submit" className="flex-1" busy={isBusy} busyLabel={t('sending')}>
          {t('confirm')}
        </Button>
      </div>
      {question && (
        <TargetQuestionDialog
          question={question}
          onGoOn={() => {
            setQuestion(undefined);
            setAsking({ acceptMetTarget: 'met' in question });
          }}
          onChange={() => {
            setQuestion(undefined);
            document.getElementById(fieldId('targetRate'))?.focus();
          }}
        />
      )}
      {asking && (
        <PinDialog
          action="verify"
          purpose={toPinPurpose(terms, existing, { ...asking, paymentIdempotency: key })}
          description={
            <>
              {t('pinNew', { sentence: sentence(terms) })} <PayOnFill terms={terms} />
            </>
          }
          onResult={({ authorisation }) => authorisation && void send(terms, asking.acceptMetTarget, authorisation)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </form>
  );
}
