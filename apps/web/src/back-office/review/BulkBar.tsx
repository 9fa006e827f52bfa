import type { ReviewQueue, ReviewRow } from '@larkmere/contract/back-office/review-queue';
import { askReasons } from '@larkmere/contract/back-office/review-reasons';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { DecisionDialog } from '../parts/parts.ts';
import { GiveDialog } from './GiveDialog.tsx';
import { KeyHint } from './Shortcuts.tsx';
import { type ReviewDecision, useDecideReview, useGivePayment, useTakePayment } from './staff-review.api.ts';
import { usePageKeys } from './use-page-keys.ts';

type Props = { rows: readonly ReviewRow[]; colleagues: ReviewQueue['colleagues']; onDone: () => void };
type Result = Readonly<{ done: number; refusal: string | undefined }>;
type Ask = Extract<ReviewDecision, { verb: 'ask' }>;

/** Asking, taking and giving work on several payments; releasing and refusing are decided one by one. */
export function BulkBar({ rows, colleagues, onDone }: Props) {
  const t = useTranslations('manageReview');
  const [open, setOpen] = useState<'give' | 'ask'>();
  const [isBusy, setBusy] = useState(false);
  const [take, give, decide] = [useTakePayment(), useGivePayment(), useDecideReview()];
  const count = rows.length;

  /** One after the other. Those that are refused stay as they were. */
  const onEach = async (write: (uid: string) => Promise<unknown>): Promise<Result> => {
    setBusy(true);
    const refusals: string[] = [];
    for (const { uid } of rows) await write(uid).catch((error: unknown) => refusals.push(failureText(error)));
    setBusy(false);
    return { done: count - refusals.length, refusal: refusals[0] };
  };
  const finish = ({ done, refusal }: Result) => {
    const partly = { done: String(done), count: String(count), reason: refusal ?? '' };
    if (refusal === undefined) showToast({ kind: 'success', text: t('bulk.done', { count }) });
    else showToast({ kind: 'warning', text: t('bulk.partly', partly) });
    onDone();
  };
  const takeAll = () => {
    if (!isBusy) void onEach((uid) => take.mutateAsync({ uid, idempotency: newIdempotencyKey() })).then(finish);
  };
  usePageKeys({ c: takeAll, q: () => setOpen('ask') });
  return (
    <>
      <section
        aria-label={t('bulk.label')}
        className="fixed inset-x-4 bottom-4 z-10 mx-auto flex w-fit flex-wrap items-center gap-3 rounded-card border border-line-strong bg-raised px-4 py-2.5 text-small shadow-menu lg:left-66"
      >
        <strong className="font-semibold">{t('bulk.chosen', { count })}</strong>
        <Button kind="secondary" busy={isBusy} onClick={() => setOpen('ask')}>
          {t('bulk.ask', { count })} <KeyHint name="q" />
        </Button>
        <Button kind="secondary" busy={isBusy} onClick={takeAll}>
          {t('bulk.take', { count })} <KeyHint name="c" />
        </Button>
        <Button kind="secondary" busy={isBusy} onClick={() => setOpen('give')}>
          {t('bulk.give')}
        </Button>
        <span className="text-text-muted">{t('bulk.hint')}</span>
        <IconButton label={t('bulk.clear')} size="small" onClick={onDone}>
          <X size={18} />
        </IconButton>
      </section>
      {open === 'give' && (
        <GiveDialog<Result>
          colleagues={colleagues}
          onDone={finish}
          write={({ to }) => onEach((uid) => give.mutateAsync({ uid, to, idempotency: newIdempotencyKey() }))}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'ask' && (
        <DecisionDialog<Pick<Ask, 'reason' | 'questions'>, Result>
          title={t('bulk.ask', { count })}
          fields={[
            {
              name: 'reason',
              label: t('bar.reason'),
              options: askReasons.map((value) => ({ value, label: t(`bar.askReason.${value}`) })),
            },
            { name: 'question', label: t('bar.question'), missing: t('bar.fault.question'), atLeast: 10, atMost: 300 },
          ]}
          submitLabel={t('bar.submit.ask')}
          texts={{ failed: t('bar.failed'), again: t('bar.again'), done: t('bar.done.ask') }}
          write={(input) =>
            onEach((uid) => decide.mutateAsync({ verb: 'ask', uid, ...input, idempotency: newIdempotencyKey() }))
          }
          onDone={finish}
          toInput={({ reason, question = '' }) => ({
            reason: reason as Ask['reason'],
            questions: [{ kind: 'text', text: question }],
          })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
