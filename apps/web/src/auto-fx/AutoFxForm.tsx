import type { BankAccountView } from '@larkmere/contract/bank-account';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { useRateNow } from '../rate/rate.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { AutoFxFields } from './AutoFxFields.tsx';
import { type Draft, fitted, purposeOf, type Seen, termsOf } from './auto-fx-draft.ts';
import { MetTargetDialog } from './MetTargetDialog.tsx';
import { type MetTarget, metTarget } from './met-target.ts';
import { PayOn } from './PayOn.tsx';
import { idOf, useFaults } from './use-faults.ts';
import { useOrderSend } from './use-order-send.ts';
import { useSentence } from './use-sentence.ts';

type Props = { start: Draft; seen: Seen; accounts: BankAccountView[]; onDone: () => void };

export function AutoFxForm({ start, seen, accounts, onDone }: Props) {
  const t = useTranslations('autoFx.form');
  const sentence = useSentence();
  const [draft, setDraft] = useState(start);
  const [attempts, setAttempts] = useState(0);
  const [asking, setAsking] = useState<{ acceptMetTarget: boolean }>();
  const [met, setMet] = useState<MetTarget>();
  const sending = useOrderSend(seen, { onDone, onMet: setMet });
  const now = useRateNow(draft.sell, draft.buy);
  const { key, send } = sending;
  useEffect(preloadPinPad, []);
  const { faults, summary } = useFaults(draft);
  const tried = attempts > 0;
  const terms = termsOf(draft, seen?.terms);
  const isBusy = sending.sending || sending.unknown;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempts(attempts + 1);
        if (summary.length > 0 || isBusy) return;
        // A paused order exchanges nothing until it is resumed; the target is checked again then.
        const metNow = seen?.state === 'paused' ? undefined : metTarget(terms, now);
        if (metNow) setMet(metNow);
        else setAsking({ acceptMetTarget: false });
      }}
    >
      <StepHeading>{t(seen ? 'edit' : 'new')}</StepHeading>
      {tried && summary.length > 0 && <ErrorSummary key={attempts} errors={summary} />}
      {!asking && !met && <SendNotice send={sending} refused={t('refused')} once={t('once')} />}
      <Card className="grid gap-5">
        <AutoFxFields
          draft={draft}
          accounts={accounts}
          faults={tried ? faults : {}}
          change={(change) => setDraft((before) => fitted({ ...before, ...change }))}
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
      {met && (
        <MetTargetDialog
          met={met}
          onExchange={() => {
            setMet(undefined);
            setAsking({ acceptMetTarget: true });
          }}
          onChange={() => {
            setMet(undefined);
            document.getElementById(idOf('targetRate'))?.focus();
          }}
        />
      )}
      {asking && (
        <PinDialog
          action="verify"
          purpose={purposeOf(terms, seen, { ...asking, paymentIdempotency: key })}
          about={
            <>
              {t('pinNew', { sentence: sentence(terms) })} <PayOn terms={terms} />
            </>
          }
          onResult={({ approval }) => approval && void send(terms, asking.acceptMetTarget, approval)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </form>
  );
}
