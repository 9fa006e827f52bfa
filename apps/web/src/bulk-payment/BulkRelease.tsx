import type { BulkFileView } from '@larkmere/contract/bulk-payment';
import { compare, readAmount } from '@larkmere/money/money';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { useRelease } from './bulk-payment.api.ts';

type Total = BulkFileView['totals'][number];

/** What would be paid out of which account, and the PIN for exactly that. */
export function BulkRelease({ file }: { file: BulkFileView }) {
  const t = useTranslations('bulkPayment.total');
  const [asking, setAsking] = useState(false);
  const release = useRelease();
  const sending = useKeyedSend(release.mutateAsync, () => setAsking(false));
  useEffect(preloadPinPad, []);
  const { uid, digest, counts } = file;
  const totals = file.totals.flatMap(({ currency, count, amount, mostFee, sourceBankholderId }) =>
    sourceBankholderId === null ? [] : [{ currency, count, amount, mostFee, sourceBankholderId }],
  );
  const [first] = totals;
  const isPayable = totals.length === file.totals.length && !file.totals.some(isShort);
  const isBusy = sending.sending || sending.unknown;
  const amounts = totals.map(({ amount, currency }) => moneyText({ amount, currency })).join(', ');
  return (
    <Card title={t('title')}>
      <div className="grid gap-4">
        {!asking && <SendNotice send={sending} refused={t('refused')} once={t('once')} />}
        {file.totals.map((total) => (
          <Figures key={total.currency} total={total} />
        ))}
        {counts.faulty > 0 && <p className="text-small text-text-muted">{t('rest', { count: counts.faulty })}</p>}
        <p className="text-small text-text-muted">{t('names')}</p>
        <Button
          busy={isBusy}
          busyLabel={t('sending')}
          aria-disabled={!isPayable || undefined}
          onClick={() => setAsking(true)}
        >
          {t('approve', { count: counts.ready })}
        </Button>
      </div>
      {asking && first && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'payment.bulk',
            uid,
            digest,
            totals,
            amount: first.amount,
            currency: first.currency,
            paymentIdempotency: sending.key,
          }}
          about={t('pin', { count: counts.ready, amounts })}
          onResult={({ approval }) =>
            approval && void sending.send({ uid, digest, totals, approval, idempotency: sending.key })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function isShort({ currency, amount, mostFee, available }: Total): boolean {
  const [a, fee, has] = [amount, mostFee, available ?? ''].map((text) => readAmount(currency, text));
  return (
    a !== undefined && fee !== undefined && has !== undefined && compare(has, { ...a, minor: a.minor + fee.minor }) < 0
  );
}

function Figures({ total }: { total: Total }) {
  const t = useTranslations('bulkPayment.total');
  const { currency, count, amount, mostFee, sourceBankholderId, available } = total;
  const text = (value: string) => <span className="figures">{moneyText({ amount: value, currency })}</span>;
  return (
    <div className="grid gap-3">
      <SummaryList
        rows={[
          { label: currency, value: t('payments', { count }) },
          { label: t('amount'), value: <strong>{text(amount)}</strong> },
          { label: t('fee'), value: text(mostFee) },
          ...(sourceBankholderId && available
            ? [
                {
                  label: t('from'),
                  value: t('fromText', { currency, available: moneyText({ amount: available, currency }) }),
                },
              ]
            : []),
        ]}
      />
      {!sourceBankholderId && <Notice kind="warning" title={t('noAccount', { currency })} />}
      {sourceBankholderId && isShort(total) && <Notice kind="warning" title={t('short')} />}
    </div>
  );
}
