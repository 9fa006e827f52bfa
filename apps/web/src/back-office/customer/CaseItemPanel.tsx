import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { type CaseItem, itemKinds } from './CaseItems.tsx';
import { useDecideItem } from './customer.api.ts';
import { ItemAnswers } from './ItemAnswers.tsx';

type Decision = RawInput<typeof contract.kycReview.decideItem>;
type Reason = NonNullable<Decision['reasonCode']>;

const reasons: readonly Reason[] = [
  'unreadable',
  'cut_off',
  'expired',
  'wrong_document',
  'too_old',
  'name_differs',
  'address_differs',
  'face_differs',
  'details_incomplete',
  'funds_unclear',
  'ownership_unclear',
];

type Props = {
  id: string;
  uid: string;
  item: CaseItem;
  mayDecide: boolean;
  onStep: (by: 1 | -1) => void;
  onDecided: () => void;
};

/** The answers about the item, and the decision, beside the file that should prove it. */
export function CaseItemPanel({ item, mayDecide, onStep, ...decision }: Props) {
  const t = useTranslations('manageCustomer.case');
  const { title, state } = item;
  return (
    <aside
      aria-label={title}
      className="grid min-w-0 content-start gap-4 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-1">
        <div className="mr-auto grid justify-items-start gap-1">
          <h2 className="font-bold">{title}</h2>
          <StatusPill kind={itemKinds[state]}>{t(`state.${state}`)}</StatusPill>
        </div>
        <IconButton label={t('previousItem')} size="small" onClick={() => onStep(-1)}>
          <ChevronLeft size={18} />
        </IconButton>
        <IconButton label={t('nextItem')} size="small" onClick={() => onStep(1)}>
          <ChevronRight size={18} />
        </IconButton>
      </div>
      <ItemAnswers item={item} />
      {mayDecide && state === 'in_review' && <ItemDecision {...decision} item={item} />}
    </aside>
  );
}

function ItemDecision({ id, uid, item, onDecided }: Pick<Props, 'id' | 'uid' | 'item' | 'onDecided'>) {
  const t = useTranslations('manageCustomer.case');
  const [decision, setDecision] = useState<Decision['decision']>('accept');
  const [reasonCode, setReasonCode] = useState<Reason>('unreadable');
  const [note, setNote] = useState('');
  const decide = useDecideItem(id);
  const sending = useIdempotentRequest(decide.mutateAsync, () => {
    showToast({ kind: 'success', text: t('itemDone') });
    onDecided();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send({
      uid,
      item: item.uid,
      decision,
      ...(decision === 'refuse' && { reasonCode }),
      ...(note.trim() && { note: note.trim() }),
      idempotency: sending.key,
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Segmented
        label={t('itemDecision')}
        value={decision}
        onChange={setDecision}
        options={(['accept', 'refuse'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {decision === 'refuse' && (
        <SelectField
          label={t('reason')}
          value={reasonCode}
          onChange={({ target }) => setReasonCode(target.value as Reason)}
          options={reasons.map((value) => ({ value, label: t(`itemReasons.${value}`) }))}
        />
      )}
      <Field label={t('note')} optional>
        <TextArea value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <Button type="submit" kind={decision === 'refuse' ? 'danger' : 'primary'} busy={sending.sending}>
        {t(decision === 'accept' ? 'acceptAndGoOn' : 'refuseAndGoOn')}
      </Button>
    </form>
  );
}
