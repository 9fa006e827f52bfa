import { useTranslations } from 'use-intl';
import type { CardPaymentDetails } from './card-payment.api.ts';
import { DocumentList } from './DocumentList.tsx';
import { UploadButton } from './UploadButton.tsx';

export function ReceiptSection({ payment }: { payment: CardPaymentDetails }) {
  const t = useTranslations('cardPayment.receipt');
  const receipts = payment.documents.filter(({ purpose }) => purpose === 'receipt');
  return (
    <section className="grid gap-3">
      <h3 className="font-bold">{t('title')}</h3>
      {receipts.length > 0 ? (
        <DocumentList documents={receipts} />
      ) : (
        <p className="text-small text-text-muted">{t('none')}</p>
      )}
      <UploadButton id={payment.uid} purpose="receipt" label={t(receipts.length > 0 ? 'another' : 'add')} />
    </section>
  );
}
