import type { KycItemForm } from '@larkmere/contract/customers/kyc';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { needsCustomer } from './item-progress.ts';

type Props = Readonly<{
  items: readonly KycItemForm[];
  canSubmit: boolean;
  label: string;
  send: (idempotency: string) => Promise<unknown>;
}>;

export const submitButtonId = 'kyc-submit';

export function SubmitCheck({ items, canSubmit, label, send }: Props) {
  const t = useTranslations('kycPage.submit');
  const sending = useIdempotentRequest(send, () => globalThis.scrollTo({ top: 0 }));
  const left = items.filter(needsCustomer).map(({ title }) => title);
  return (
    <Card title={t('title')}>
      <div className="grid gap-3">
        <p id="kyc-submit-text" className="text-small text-text-muted">
          {left.length > 0 ? t('left', { items: left.join(', ') }) : t('text')}
        </p>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
        <Button
          id={submitButtonId}
          className="w-fit max-sm:w-full"
          aria-disabled={!canSubmit || undefined}
          aria-describedby="kyc-submit-text"
          busy={sending.sending || sending.unknown}
          busyLabel={t('busy')}
          onClick={() => void sending.send(sending.key)}
        >
          {label}
        </Button>
      </div>
    </Card>
  );
}
