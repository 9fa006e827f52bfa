import type { BulkRowView } from '@larkmere/contract/payments/bulk';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useConfirmRow } from './bulk.api.ts';

type Props = { uid: string; row: BulkRowView };

export const openQuestions = ({ questions }: BulkRowView) => questions.filter(({ isConfirmed }) => !isConfirmed);

/** The answer names the questions that were shown, so that no other one is confirmed with them. */
export function RowQuestions({ uid, row }: Props) {
  const t = useTranslations('bulkPayment.questions');
  const confirm = useConfirmRow();
  const open = openQuestions(row);
  if (row.state !== 'doubtful' || open.length === 0) return null;
  const { number } = row;
  const questions = open.map(({ key }) => key);
  return (
    <Notice
      kind="warning"
      title={t('title')}
      action={
        <Button
          kind="quiet"
          busy={confirm.isPending}
          aria-label={t('confirmRow', { number })}
          onClick={() => confirm.mutate({ uid, number: String(number), questions, idempotency: newIdempotencyKey() })}
        >
          {t('confirm')}
        </Button>
      }
    >
      <ul className="grid gap-1">
        {open.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      {confirm.error && <p className="font-medium text-danger">{failureText(confirm.error)}</p>}
    </Notice>
  );
}
