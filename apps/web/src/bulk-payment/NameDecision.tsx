import type { BulkRowView } from '@larkmere/contract/bulk-payment';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { NameDoubt, useNameDoubt } from '../payee/payee.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useAcceptName, useCorrectRow } from './bulk-payment.api.ts';

type Props = { uid: string; row: BulkRowView };
type Named = Props & { name: NonNullable<BulkRowView['name']> };

export function NameDecision({ uid, row }: Props) {
  const { name, state } = row;
  if (state !== 'doubtful' || !name) return null;
  return name.result === 'no_match' ? <Doubted uid={uid} row={row} /> : <Close uid={uid} row={row} name={name} />;
}

function Close({ uid, row, name: { result, actualName, entityType } }: Named) {
  const t = useTranslations('bulkPayment.names');
  const [correct, accept] = [useCorrectRow(), useAcceptName()];
  const number = String(row.number);
  const other = entityType === 'company' ? 'individual' : 'company';
  const theirs = {
    ...row.given,
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
            onClick={() => correct.mutate({ uid, number, given: theirs, idempotency: newIdempotencyKey() })}
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

function Doubted({ uid, row }: Props) {
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
      {asking && <AnywayDialog uid={uid} row={row} onClose={() => setAsking(false)} />}
    </Notice>
  );
}

function AnywayDialog({ uid, row, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations('bulkPayment.names');
  const accept = useAcceptName();
  const doubt = useNameDoubt({ isBegun: true });
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
        <NameDoubt doubt={doubt} />
      </div>
    </Dialog>
  );
}
