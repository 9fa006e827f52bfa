import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { CalendarX, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useWriteStandingOrder } from './standing-order.api.ts';
import { useCanEdit } from './use-can-edit.ts';
import { usePlanTexts } from './use-plan-texts.ts';

type Props = { order: StandingOrderView; className?: string };

/** Skipping names the date, so a second press has no effect. */
export function PauseAndSkip({ order: { uid, state, next, payee }, className = 'flex flex-wrap gap-3' }: Props) {
  const t = useTranslations('standingOrder');
  const { day } = usePlanTexts();
  const [skipping, setSkipping] = useState<string>();
  const write = useWriteStandingOrder();
  const maySet = useCanEdit();
  if (!maySet || !next || state === 'pending_approval') return null;
  const named = () => ({ uid, idempotency: newIdempotencyKey() });
  const skip = (date: string) =>
    write.mutate(
      { kind: 'skip', order: { ...named(), day: date } },
      {
        onSuccess: () => showToast({ kind: 'success', text: t('skip.done', { day: day(next.payDay) }) }),
        onSettled: () => setSkipping(undefined),
      },
    );
  return (
    <div className={className}>
      {state === 'active' && (
        <Button
          kind="secondary"
          icon={<Pause size={18} />}
          busy={write.isPending}
          onClick={() => write.mutate({ kind: 'pause', order: named() })}
        >
          {t('actions.pause')}
        </Button>
      )}
      {state === 'paused' && (
        <Button
          kind="secondary"
          icon={<Play size={18} />}
          busy={write.isPending}
          onClick={() => write.mutate({ kind: 'resume', order: named() })}
        >
          {t('actions.resume')}
        </Button>
      )}
      <Button kind="secondary" icon={<CalendarX size={18} />} onClick={() => setSkipping(next.day)}>
        {t('actions.skip')}
      </Button>
      {write.error && (
        <div className="col-span-full basis-full">
          <Notice kind="danger" title={t('actions.failed')}>
            {failureText(write.error)}
          </Notice>
        </div>
      )}
      {skipping && (
        <ConfirmDialog
          title={t('skip.title', { day: day(next.payDay) })}
          text={t('skip.text', { amount: moneyText(next.amount), name: payee.name })}
          confirmLabel={t('skip.confirm')}
          cancelLabel={t('skip.keep')}
          busy={write.isPending}
          onConfirm={() => skip(skipping)}
          onCancel={() => setSkipping(undefined)}
        />
      )}
    </div>
  );
}
