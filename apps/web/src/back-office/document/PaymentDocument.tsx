import type { CustomerPaymentRow } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FilePanel } from '../file/file.ts';
import { inWords } from '../parts/parts.ts';
import { type DocumentDecision, useDecideDocument } from './document.api.ts';

type Document = CustomerPaymentRow['documents'][number];
type DocumentedPayment = Pick<CustomerPaymentRow, 'payeeName' | 'payeeReference' | 'amount' | 'reference'> & {
  documents: readonly Document[];
};
type Props = {
  id: string;
  payment: DocumentedPayment;
  document: Document;
  onChoose: (uid: string) => void;
  onClose: () => void;
};

/** A document of a payment beside the order that it should prove, with the decision about it. */
export function PaymentDocument({ id, payment, document, onChoose, onClose }: Props) {
  const t = useTranslations('manageCustomer.document');
  const { permissions } = useStaffSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const { documents, payeeName, payeeReference, amount, reference } = payment;
  const place = documents.findIndex(({ uid }) => uid === document.uid);
  const step = (by: 1 | -1) => onChoose(documents[(place + by + documents.length) % documents.length]?.uid ?? '');
  useEffect(() => heading.current?.focus(), []);
  const mayDecide = allows(permissions, ['documents', 'act']) && document.state === 'received';
  return (
    <section aria-label={t('title')} className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <FilePanel key={document.uid} path={`/v1/manage/document/${document.uid}/file`} {...document} />
      <aside className="grid min-w-0 content-start gap-4 rounded-card border border-line bg-surface p-4">
        <div className="flex items-start gap-1">
          <div className="mr-auto grid justify-items-start gap-1">
            <h2 ref={heading} tabIndex={-1} className="font-bold outline-none first-letter:uppercase">
              {inWords(document.type)}
            </h2>
            <StatusPill kind={document.state === 'accepted' ? 'success' : 'info'}>
              {t(document.state === 'accepted' ? 'accepted' : 'received')}
            </StatusPill>
          </div>
          {documents.length > 1 && (
            <>
              <IconButton label={t('previous')} size="small" onClick={() => step(-1)}>
                <ChevronLeft size={18} />
              </IconButton>
              <IconButton label={t('next')} size="small" onClick={() => step(1)}>
                <ChevronRight size={18} />
              </IconButton>
            </>
          )}
          <IconButton label={t('close')} size="small" onClick={onClose}>
            <X size={18} />
          </IconButton>
        </div>
        <dl className="divide-y divide-line border-y border-line text-small">
          <Line term={t('amount')}>
            <MoneyAmount value={amount} />
          </Line>
          <Line term={t('payee')}>
            <bdi>{payeeName}</bdi>
          </Line>
          <Line term={t('paymentReference')}>{payeeReference}</Line>
          <Line term={t('order')}>{reference}</Line>
          <Line term={t('note')}>{document.note ?? '–'}</Line>
        </dl>
        {mayDecide && <Decision key={document.uid} id={id} uid={document.uid} onDecided={onClose} />}
      </aside>
    </section>
  );
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 py-1.5">
    <dt className="text-text-muted">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const shortest = 10;

function Decision({ id, uid, onDecided }: { id: string; uid: string; onDecided: () => void }) {
  const t = useTranslations('manageCustomer.document');
  const [decision, setDecision] = useState<'accept' | 'refuse'>('accept');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useDecideDocument(id);
  const sending = useIdempotentRequest<DocumentDecision, unknown>(decide.mutateAsync, () => {
    showToast({ kind: 'success', text: t(`done.${decision}`) });
    onDecided();
  });
  const isRefusal = decision === 'refuse';
  const isShort = isRefusal && reason.trim().length < shortest;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ uid, ...(isRefusal && { reason: reason.trim() }), idempotency: sending.key });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Segmented
        label={t('decision')}
        value={decision}
        onChange={setDecision}
        options={(['accept', 'refuse'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {isRefusal && (
        <Field label={t('reason')} hint={t('reasonHint')} error={tried && isShort ? t('reasonMissing') : undefined}>
          <TextArea value={reason} maxLength={300} onChange={({ target }) => setReason(target.value)} />
        </Field>
      )}
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <Button type="submit" kind={isRefusal ? 'danger' : 'primary'} busy={sending.sending}>
        {t(isRefusal ? 'refuseIt' : 'acceptIt')}
      </Button>
    </form>
  );
}
