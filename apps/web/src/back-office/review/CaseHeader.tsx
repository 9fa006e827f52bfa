import type { ReviewCase } from '@larkmere/contract/back-office/review-case';
import type { ReviewRow } from '@larkmere/contract/back-office/review-queue';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ChevronDown, ChevronUp, Clock } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { formatTime } from '../../ui/date-text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { staffPaths } from '../parts/parts.ts';
import type { CasePlace } from './ReviewCasePage.tsx';
import { useHandBack, useTakePayment } from './staff-review.api.ts';
import { useReviewTexts } from './use-review-texts.ts';

type Props = { shown: ReviewCase; row: ReviewRow | undefined; place: CasePlace };

export function CaseHeader({ shown, row, place }: Props) {
  const t = useTranslations('manageReview.case');
  const { payment, customer } = shown;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Link
        to={staffPaths.review}
        className="grid size-10 shrink-0 place-items-center rounded-control border border-line-strong bg-surface hover:bg-sunken"
      >
        <ArrowLeft size={18} />
        <span className="sr-only">{t('back')}</span>
      </Link>
      <div className="min-w-0">
        <h2 className="text-h2 font-bold wrap-anywhere">
          {t.rich('titleRich', { payee: payment.payee, amount: () => <MoneyAmount value={payment.amount} /> })}
        </h2>
        <p className="figures text-small text-text-muted">
          {t('from', { reference: payment.reference, customer: customer.name, memberCode: customer.memberCode })}
        </p>
      </div>
      <DuePill payment={payment} />
      <div className="ml-auto flex flex-wrap items-center gap-3">
        <ClaimPart shown={shown} row={row} />
        <nav aria-label={t('back')} className="flex items-center gap-1 text-small text-text-muted">
          <IconButton
            label={t('previous')}
            size="small"
            aria-disabled={!place.previous}
            onClick={() => place.go(place.previous)}
          >
            <ChevronUp size={18} />
          </IconButton>
          {place.text && (
            <span className="figures">
              {t('place', { place: String(place.text.place), count: String(place.text.count) })}
            </span>
          )}
          <IconButton label={t('next')} size="small" aria-disabled={!place.next} onClick={() => place.go(place.next)}>
            <ChevronDown size={18} />
          </IconButton>
        </nav>
      </div>
    </div>
  );
}

function DuePill({ payment }: { payment: ReviewCase['payment'] }) {
  const t = useTranslations('manageReview.case');
  const { due, age } = useReviewTexts();
  const now = useNow({ updateInterval: 30_000 }).getTime();
  if (payment.decideBy === null) return null;
  const left = Date.parse(payment.decideBy) - now;
  const when = due(payment, now);
  const dayMs = 24 * 3_600_000;
  return (
    <StatusPill kind={left < 0 ? 'danger' : left < dayMs ? 'accent' : 'neutral'} icon={<Clock size={14} />}>
      {left < 0 ? t('overdue', { when }) : t('decideByIn', { when, age: age(left) })}
    </StatusPill>
  );
}

type ClaimProps = { shown: ReviewCase; row: ReviewRow | undefined };
const compact = 'min-h-9! px-3! text-small';
const nearEndMs = 5 * 60_000;

function ClaimPart({ shown: { payment, desk }, row }: ClaimProps) {
  const t = useTranslations('manageReview.case');
  const actions = useTranslations('manageReview.actions');
  const locale = useLocale();
  const now = useNow({ updateInterval: 5000 }).getTime();
  const [take, handBack] = [useTakePayment(), useHandBack()];
  const taking = useIdempotentRequest(take.mutateAsync, () => undefined);
  const handing = useIdempotentRequest(handBack.mutateAsync, () => undefined);
  const { uid } = payment;
  // The list is newer: it is polled.
  const held = row ? row.claim : desk.claim;
  const claim = held && Date.parse(held.until) > now ? held : null;
  const mayTake = desk.mayDecide && desk.recommendation?.isOwn !== true;
  const takeIt = () => void taking.send({ uid, idempotency: taking.key });
  if (claim && !claim.isOwn)
    return (
      <span className="text-small text-text-muted">
        {t('claimOther', { name: claim.name, time: formatTime(new Date(claim.until), locale) })}
      </span>
    );
  return (
    <>
      {claim ? (
        <>
          <span className="text-small text-text-muted">
            {t('claimOwn')} ·{' '}
            <Countdown key={claim.until} until={Date.parse(claim.until)} onEnd={() => undefined} announceAt={[60]} />
          </span>
          {Date.parse(claim.until) - now < nearEndMs && (
            <Button kind="secondary" className={compact} busy={taking.sending} onClick={takeIt}>
              {t('keep')}
            </Button>
          )}
          <Button
            kind="secondary"
            className={compact}
            busy={handing.sending}
            onClick={() => void handing.send({ uid, idempotency: handing.key })}
          >
            {t('handBack')}
          </Button>
        </>
      ) : (
        mayTake && (
          <>
            <span className="text-small text-text-muted">{t('claimNobody')}</span>
            <Button kind="secondary" className={compact} busy={taking.sending} onClick={takeIt}>
              {t('take')}
            </Button>
          </>
        )
      )}
      {[taking, handing].map((sending, place) => (
        <SubmitNotice
          // biome-ignore lint/suspicious/noArrayIndexKey: The two requests never change places.
          key={place}
          submission={sending}
          refusedTitle={actions('failed')}
          retryText={actions('again')}
        />
      ))}
    </>
  );
}
