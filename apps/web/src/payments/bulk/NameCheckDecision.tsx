import type { BulkRowView } from '@larkmere/contract/payments/bulk';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NameMismatchFields, useNameMismatch } from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCorrectRow, useOverrideNameCheck } from './bulk.api.ts';

type Props = { uid: string; row: BulkRowView };
type PropsWithName = Props & { name: NonNullable<BulkRowView['name']> };

export function NameCheckDecision({ uid, row }: Props) {
  const { name, state } = row;
  if (state !== 'doubtful' || !name) return null;
  return name.result === 'no_match' ? (
    <NoMatchNotice uid={uid} row={row} />
  ) : (
    <CloseMatchNotice uid={uid} row={row} name={name} />
  );
}

function CloseMatchNotice({ uid, row, name: { result, actualName, entityType } }: PropsWithName) {
  const t = useTranslations('bulkPayment.names');
  const [correct, accept] = [useCorrectRow(), useOverrideNameCheck()];
  const number = String(row.number);
  const other = entityType === 'company' ? 'individual' : 'company';
  const theirs = {
    ...row.values,
    ...(actualName !== null && { name: actualName }),
    ...(result === 'wrong_account_type' && { entityType: other }),
  };
  const error = correct.error ?? accept.error;
  return (
    <Notice
      kind="warning"
      title={t(result === 'wrong_account_type' ? `wrong.${other}` : 'close', { name: actualName ?? '' })}
      action={
        <div className="flex flex-wrap gap-3">
          <Button
            busy={correct.isPending}
            aria-label={t('adoptRow', { number: row.number })}
            onClick={() => correct.mutate({ uid, number, values: theirs, idempotency: newIdempotencyKey() })}
          >
            {t('adopt')}
          </Button>
          <Button
            kind="quiet"
            busy={accept.isPending}
            aria-label={t('goOnRow', { number: row.number })}
            onClick={() => accept.mutate({ uid, number, idempotency: newIdempotencyKey() })}
          >
            {t('goOn')}
          </Button>
        </div>
      }
    >
      {error && <p className="font-medium text-danger">{failureText(error)}</p>}
    </Notice>
  );
}

function NoMatchNotice({ uid, row }: Props) {
  const t = useTranslations('bulkPayment.names');
  const [asking, setAsking] = useState(false);
  return (
    <Notice
      kind="danger"
      title={t('noMatch')}
      action={
        <Button kind="quiet" aria-label={t('anywayRow', { number: row.number })} onClick={() => setAsking(true)}>
          {t('anyway')}
        </Button>
      }
    >
      {t('noMatchText')}
      {asking && <OverrideDialog uid={uid} row={row} onClose={() => setAsking(false)} />}
    </Notice>
  );
}

function OverrideDialog({ uid, row, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations('bulkPayment.names');
  const accept = useOverrideNameCheck();
  const doubt = useNameMismatch({ isBegun: true });
  const goOn = async () => {
    if (!doubt.isSettled()) return;
    const sent = { uid, number: String(row.number), reason: doubt.reason.trim(), idempotency: newIdempotencyKey() };
    if (await accept.mutateAsync(sent).catch(() => undefined)) onClose();
  };
  return (
    <Dialog
      title={t('anywayTitle', { name: row.payee?.name ?? '' })}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button busy={accept.isPending} aria-disabled={!doubt.isOver || undefined} onClick={() => void goOn()}>
            {t('anyway')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {accept.error && <Notice kind="danger" title={failureText(accept.error)} />}
        <p>{t('noMatchText')}</p>
        <NameMismatchFields doubt={doubt} />
      </div>
    </Dialog>
  );
}
