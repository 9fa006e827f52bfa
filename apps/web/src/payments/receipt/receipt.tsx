import type { PaymentState } from '@larkmere/contract/payments/payment';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { Button } from '../../ui/Button.tsx';

/** A receipt proves that a payment was sent. */
const statesWithReceipt: readonly PaymentState[] = ['sent', 'completed', 'returned'];

export function ReceiptButton({ paymentUid, state }: { paymentUid: string; state: PaymentState }) {
  const t = useTranslations('receipt');
  const [isAsking, setAsking] = useState(false);
  if (!statesWithReceipt.includes(state)) return null;
  const save = async () => {
    setAsking(true);
    await downloadFile(`/v1/payment/pdf/${paymentUid}`).catch(reportFailure);
    setAsking(false);
  };
  return (
    <Button kind="secondary" wide icon={<Download size={18} />} busy={isAsking} onClick={() => void save()}>
      {t('download')}
    </Button>
  );
}
