import type { DealForDealer, DealingDesk, DealPreview } from '@larkmere/contract/fx/manual-fx';
import { maxMarginBps, minMarginBps } from '@larkmere/contract/fx/margin-range';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { previewQuery, type Quote, useQuoteDeal } from './dealing-desk.api.ts';
import { readMargin, stepMargin } from './margin-draft.ts';
import { QuoteFigures } from './QuoteFigures.tsx';
import { useSendKey } from './use-desk-key.ts';

type Props = {
  deal: DealForDealer;
  limit: DealingDesk['limit'];
  decline: ReactNode;
  onSent: () => void;
};

const typingMs = 150;
/** A preview that is older is not what would be sent. */
const staleMs = 10_000;
const holds = ['15', '30', '60', '300'] as const;

/** Every figure is from the server. What is typed stays while the rate moves. */
export function QuoteForm({ deal, limit, decline, onSent }: Props) {
  const t = useTranslations('manageDealingDesk');
  const given = deal.waiting ?? deal.quote;
  const [typed, setTyped] = useState(given ? String(given.marginBps) : undefined);
  const [hold, setHold] = useState<(typeof holds)[number]>('60');
  const margin = typed === undefined ? undefined : readMargin(typed);
  const isWrong = typed !== undefined && margin === undefined;
  const preview = usePreview(deal.uid, margin);
  const quote = useQuoteDeal();
  const sending = useIdempotentRequest(quote.mutateAsync, ({ waiting }) => {
    showToast({ kind: 'success', text: t(waiting ? 'quote.sentUp' : 'quote.sent') });
    onSent();
  });
  const { data, ageSeconds, isStale } = preview;
  const current = data && { ...data, marginBps: margin ?? data.marginBps };
  const canSend = !isWrong && data !== undefined && !preview.isBehind && !isStale && !preview.error;
  const send = () => {
    if (!canSend || sending.sending || sending.unknown) return;
    const input: Quote = {
      uid: deal.uid,
      marginBps: data.marginBps,
      validSeconds: Number(hold),
      idempotency: sending.key,
    };
    void sending.send(input);
  };
  useSendKey(send);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {preview.error && (
        <Notice kind="warning" title={t('quote.noRate')}>
          {failureText(preview.error)}
        </Notice>
      )}
      {!data && !preview.error && <Skeleton shape="card" />}
      {current && (
        <>
          <MarginField
            preview={current}
            typed={typed ?? String(current.marginBps)}
            error={isWrong ? t('quote.wrong', { min: String(minMarginBps), max: String(maxMarginBps) }) : undefined}
            onType={setTyped}
          />
          <div className={isWrong || preview.isBehind || isStale || preview.error ? 'text-text-muted' : ''}>
            <QuoteFigures deal={deal} preview={current} />
          </div>
          {current.needsApproval && limit && (
            <Notice kind="warning" title={t('quote.above', { limit: moneyText(limit) })}>
              {t('quote.aboveText')}
            </Notice>
          )}
        </>
      )}
      <SubmitNotice submission={sending} refusedTitle={t('quote.refused')} retryText={t('again')} />
      <div className="flex flex-wrap items-center gap-3">
        <span aria-hidden className="text-small text-text-muted">
          {t('quote.holds')}
        </span>
        <Segmented
          label={t('quote.holds')}
          value={hold}
          onChange={setHold}
          options={holds.map((value) => ({
            value,
            label:
              Number(value) > 60
                ? t('quote.minutes', { count: String(Number(value) / 60) })
                : t('quote.seconds', { count: value }),
          }))}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {decline}
        <Button type="submit" busy={sending.sending} aria-disabled={!canSend || undefined}>
          {isStale
            ? t('quote.stale', { count: String(ageSeconds) })
            : t(data?.needsApproval ? 'quote.sendUp' : 'quote.send')}
          <kbd aria-hidden className="rounded-small border border-current px-1.5 text-caption max-lg:hidden">
            Ctrl ↵
          </kbd>
        </Button>
      </div>
    </form>
  );
}

/** `isBehind`: the figures are still those of the margin typed before. They also stay when a later preview is refused. */
function usePreview(uid: string, margin: number | undefined) {
  const settledMargin = useDebounced(margin, typingMs);
  const { data, error, dataUpdatedAt } = useQuery(previewQuery(uid, settledMargin));
  const [last, setLast] = useState<DealPreview>();
  if (data && data !== last) setLast(data);
  const ageMs = useNow({ updateInterval: 1000 }).getTime() - dataUpdatedAt;
  return {
    data: data ?? last,
    error,
    isBehind: data === undefined || settledMargin !== margin,
    isStale: data !== undefined && ageMs > staleMs,
    ageSeconds: Math.floor(ageMs / 1000),
  };
}

type MarginProps = {
  preview: DealPreview;
  typed: string;
  error: string | undefined;
  onType: (text: string) => void;
};

function MarginField({ preview, typed, error, onType }: MarginProps) {
  const t = useTranslations('manageDealingDesk.quote');
  const { marginBps, usualMarginBps, lastMarginBps } = preview;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const size = event.shiftKey ? 5 : 1;
    onType(String(stepMargin(marginBps, event.key === 'ArrowUp' ? size : -size)));
  };
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="w-36">
          <Field label={t('margin')} error={error}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              className="figures font-semibold"
              value={typed}
              onChange={({ target }) => onType(target.value)}
              onKeyDown={onKeyDown}
            />
          </Field>
        </div>
        <div className="flex flex-wrap gap-x-2 self-center md:mt-7">
          <LinkButton onClick={() => onType(String(usualMarginBps))}>
            {t('usual', { bps: String(usualMarginBps) })}
          </LinkButton>
          {lastMarginBps !== null && (
            <LinkButton onClick={() => onType(String(lastMarginBps))}>
              {t('last', { bps: String(lastMarginBps) })}
            </LinkButton>
          )}
        </div>
      </div>
      <input
        type="range"
        aria-label={t('slider')}
        min={minMarginBps}
        max={maxMarginBps}
        value={marginBps}
        onChange={({ target }) => onType(target.value)}
        className="h-6 w-full accent-brand"
      />
    </div>
  );
}
