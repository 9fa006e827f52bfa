import type { BulkFileView, BulkRowState, BulkRowView } from '@larkmere/contract/payments/bulk';
import type { BulkRequiredFields } from '@larkmere/contract/payments/bulk-required-fields';
import { transliterate } from '@larkmere/contract/platform/transliteration';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardNumberWarning } from '../../ui/CardNumberWarning.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { rowsQuery, useCorrectRow, useExcludeRow } from './bulk.api.ts';
import { CorrectRowDialog } from './CorrectRowDialog.tsx';
import { NameCheckDecision } from './NameCheckDecision.tsx';
import { openQuestions, RowQuestions } from './RowQuestions.tsx';

type Props = { file: BulkFileView; state: BulkRowState };

export function BulkRows({ file, state }: Props) {
  const t = useTranslations('bulkPayment.rows');
  const [page, setPage] = useState(1);
  const found = useQuery(rowsQuery(file, { state, page }));
  if (found.isPending) return <Skeleton shape="row" count={5} />;
  if (!found.data)
    return <ErrorState title={t('failed')} text={failureText(found.error)} onRetry={() => void found.refetch()} />;
  const { rows, pages, requiredFields } = found.data;
  if (page > pages && page > 1 && !found.isPlaceholderData) setPage(Math.max(pages, 1)); // rows left this state
  return (
    <div className="grid gap-4">
      <Card flush>
        {rows.length === 0 && <EmptyState title={t('none')} />}
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.number}>
              <Row uid={file.uid} row={row} requirements={requiredFields} />
            </li>
          ))}
        </ul>
      </Card>
      {pages > 1 && (
        <nav className="flex items-center justify-between gap-3" aria-label={t('page', { page, pages })}>
          <Button kind="secondary" aria-disabled={page <= 1 || undefined} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <span className="text-small text-text-muted">{t('page', { page, pages })}</span>
          <Button kind="secondary" aria-disabled={page >= pages || undefined} onClick={() => setPage(page + 1)}>
            {t('next')}
          </Button>
        </nav>
      )}
    </div>
  );
}

type ScheduledRow = { schedule: NonNullable<BulkRowView['schedule']> };
type RowProps = { uid: string; row: BulkRowView; requirements: BulkRequiredFields };

function Row({ uid, row, requirements }: RowProps) {
  const t = useTranslations('bulkPayment.rows');
  const n = useTranslations('bulkPayment.names');
  const { number, state, values, faults, payee, amount, exchange, reference, rail, schedule, name, payment, refusal } =
    row;
  const account =
    payee?.summary ??
    [values.sortCode, values.bankCode, values.accountNumber, values.iban, values.proxy].filter(Boolean).join(' · ');
  const written = [
    ...(payee?.isNew ? transliteratedText(values.name, payee.name) : []),
    ...(reference ? transliteratedText(values.reference, reference) : []),
  ];
  return (
    <div className="grid gap-2 px-5 py-3.5">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">
            <bdi>{payee?.name ?? values.name ?? t('nobody')}</bdi>
          </p>
          <p className="figures text-small wrap-anywhere text-text-muted">{account}</p>
          <p className="text-small wrap-anywhere text-text-muted">
            {[
              t('row', { number }),
              reference ?? values.reference,
              rail && t(`rail.${rail}`),
              payee?.isNew && t('newPayee'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <p className="figures shrink-0 font-semibold">
          {amount ? moneyText(amount) : [values.amount, values.currency].filter(Boolean).join(' ')}
        </p>
      </div>
      {exchange && (
        <p className="figures text-small text-text-muted">
          {t('exchange', { sold: moneyText(exchange.sold), fee: moneyText(exchange.fee) })}{' '}
          <RateText rate={exchange.displayedRate} />
        </p>
      )}
      {schedule && state !== 'paid' && <LeavingDate schedule={schedule} />}
      {!lockedStates.includes(state) && <CardNumberWarning text={values.reference ?? ''} />}
      {written.map((text) => (
        <p key={text} className="text-small text-text-muted">
          {t('written', { text })}
        </p>
      ))}
      {refusal && <p className="text-small font-medium text-danger">{refusal}</p>}
      <ul className="grid gap-1 text-small font-medium text-danger empty:hidden">
        {faults.map(({ field, message }) => (
          <li key={`${field} ${message}`}>{message}</li>
        ))}
      </ul>
      {name && state !== 'doubtful' && state !== 'faulty' && (
        <p className="text-small text-text-muted">{n(`row.${name.result}`)}</p>
      )}
      <RowQuestions uid={uid} row={row} />
      {openQuestions(row).length === 0 && <NameCheckDecision uid={uid} row={row} />}
      {payment && (
        <Link to={paths.paymentDetail(payment.uid)} className="w-fit text-small font-semibold underline">
          {t('payment', { reference: payment.reference })}
        </Link>
      )}
      <RowActions uid={uid} row={row} requirements={requirements} />
    </div>
  );
}

function LeavingDate({ schedule: { requestedDate, executionDate } }: Pick<ScheduledRow, 'schedule'>) {
  const t = useTranslations('bulkPayment.rows');
  const { day } = useDateText();
  return (
    <p className="text-small font-medium">
      {requestedDate === executionDate
        ? t('leaves', { day: day(executionDate) })
        : t('leavesAfter', { day: day(executionDate), requested: day(requestedDate) })}
    </p>
  );
}

const transliteratedText = (given = '', text: string): string[] =>
  transliterate(given) !== given.normalize('NFC') && transliterate(text) === text ? [text] : [];

const lockedStates: readonly BulkRowState[] = ['awaiting_approval', 'released', 'scheduled', 'paid'];

function RowActions({ uid, row, requirements }: RowProps) {
  const t = useTranslations('bulkPayment.rows');
  const [correcting, setCorrecting] = useState(false);
  const leaveOut = useExcludeRow();
  const correct = useCorrectRow();
  const mayPay = canInitiate(useSession().user, 'payment');
  const { number, state, values } = row;
  if (lockedStates.includes(state) || !mayPay) return null;
  const error = leaveOut.error ?? correct.error;
  const again = () => correct.mutate({ uid, number: String(number), values, idempotency: newIdempotencyKey() });
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="secondary" aria-label={t('correct', { number })} onClick={() => setCorrecting(true)}>
        {t('correctShort')}
      </Button>
      {(state === 'left_out' || state === 'refused') && (
        <Button
          kind="quiet"
          busy={correct.isPending}
          aria-label={t(state === 'refused' ? 'again' : 'bringBack', { number })}
          onClick={again}
        >
          {t(state === 'refused' ? 'againShort' : 'bringBackShort')}
        </Button>
      )}
      {state !== 'left_out' && (
        <Button
          kind="quiet"
          busy={leaveOut.isPending}
          aria-label={t('leaveOut', { number })}
          onClick={() => leaveOut.mutate({ uid, number: String(number), idempotency: newIdempotencyKey() })}
        >
          {t('leaveOutShort')}
        </Button>
      )}
      {error && <Notice kind="danger" title={failureText(error)} />}
      {correcting && (
        <CorrectRowDialog uid={uid} row={row} requirements={requirements} onClose={() => setCorrecting(false)} />
      )}
    </div>
  );
}
