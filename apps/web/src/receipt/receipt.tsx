import type { PaymentState } from '@larkmere/contract/payment';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { reportFailure } from '../kernel/errors.ts';
import { saveFile } from '../kernel/save-file.ts';
import { Button } from '../ui/Button.tsx';

/** A receipt proves that a payment was sent. */
const provable: readonly PaymentState[] = ['sent', 'completed', 'returned'];

export function ReceiptButton({ paymentUid, state }: { paymentUid: string; state: PaymentState }) {
  const t = useTranslations('receipt');
  const [isAsking, setAsking] = useState(false);
  if (!provable.includes(state)) return null;
  const save = async () => {
    setAsking(true);
    await saveFile(`/v1/payment/pdf/${paymentUid}`).catch(reportFailure);
    setAsking(false);
  };
  return (
    <Button kind="secondary" wide icon={<Download size={18} />} busy={isAsking} onClick={() => void save()}>
      {t('download')}
    </Button>
  );
}
