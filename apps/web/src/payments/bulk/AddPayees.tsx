import type { BulkFileView } from '@larkmere/contract/payments/bulk';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePayeeAuthorisation } from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useAddPayees } from './bulk.api.ts';

/** Adds every payee of the file that colleagues have to approve. */
export function AddPayees({ file: { uid, payeesToAdd } }: { file: BulkFileView }) {
  const t = useTranslations('bulkPayment.payees');
  const { count, checking, digest } = payeesToAdd;
  const [failure, setFailure] = useState<unknown>();
  const authorisation = usePayeeAuthorisation(t('pin', { count }));
  const add = useAddPayees();
  const isReady = checking === 0 && count > 0;
  const save = () => {
    const idempotency = newIdempotencyKey();
    setFailure(undefined);
    return authorisation
      .save({ operation: 'payee.add-from-file', uid, digest, paymentIdempotency: idempotency }, (given) =>
        add.mutateAsync({ uid, digest, ...(given && { authorisation: given }), idempotency }),
      )
      .catch(setFailure);
  };
  return (
    <Card title={t('title', { count: count + checking })}>
      <div className="grid gap-4">
        {failure !== undefined && (
          <Notice kind="danger" title={t('refused')}>
            {failureText(failure)}
          </Notice>
        )}
        <p className="text-text-muted">{t('text')}</p>
        <Button
          kind="secondary"
          busy={add.isPending}
          busyLabel={t('adding')}
          aria-disabled={!isReady || undefined}
          className="justify-self-start"
          onClick={() => isReady && void save()}
        >
          {checking > 0 ? t('checking') : t('add', { count })}
        </Button>
      </div>
      {authorisation.dialog}
    </Card>
  );
}
