import type { PaymentView, RecallReason } from '@larkmere/contract/payment';
import { Link } from '@tanstack/react-router';
import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { mayMake } from '../kernel/guards.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { showToast } from '../kernel/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { useMoments } from '../ui/use-moments.ts';
import { isPayCurrency } from './pay-currency.ts';
import { isPlanned, useCancelPayment, useRecallPayment } from './payment.api.ts';

export function PaymentActions({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payment.detail');
  const { state, canCancel, canRecall, recall } = payment;
  const mayPay = mayMake(useSession().user, 'payment');
  const again = mayPay ? wayAgain(payment) : undefined;
  return (
    <>
      {recall && <RecallState recall={recall} />}
      {again && (
        <Link {...linkTo(again)} className={buttonClass('secondary', true)}>
          {t(state === 'draft' ? 'change' : 'again')}
        </Link>
      )}
      {mayPay && canCancel && <Cancel payment={payment} />}
      {mayPay && canRecall && <Recall payment={payment} />}
    </>
  );
}

function wayAgain({ uid, kind, amount: { currency } }: PaymentView): string | undefined {
  if (kind !== 'domestic') return paths.payAbroadAgain(uid);
  return isPayCurrency(currency) ? paths.payAgain(currency, uid) : undefined;
}

function Cancel({ payment: { uid, state } }: { payment: PaymentView }) {
  const t = useTranslations('payment.cancel');
  const [asking, setAsking] = useState(false);
  const [idempotency] = useState(newIdempotencyKey);
  const cancel = useCancelPayment(() => showToast({ kind: 'success', text: t('done') }));
  const confirm = () => cancel.mutate({ id: uid, idempotency }, { onSettled: () => setAsking(false) });
  return (
    <>
      {cancel.error && <Notice kind="danger" title={failureText(cancel.error)} />}
      <Button kind="quiet" icon={<X size={18} />} onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('title')}
          text={t(isPlanned(state) ? 'textPlanned' : 'text')}
          confirmLabel={t('confirm')}
          cancelLabel={t('keep')}
          tone="danger"
          busy={cancel.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

const reasons = ['duplicate', 'changed_mind', 'technical', 'fraud'] as const satisfies readonly RecallReason[];

/** A recall is a request: the payee or their bank decides. */
function Recall({ payment: { uid, payee } }: { payment: PaymentView }) {
  const t = useTranslations('payment.recall');
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<RecallReason>('duplicate');
  const [idempotency] = useState(newIdempotencyKey);
  const recall = useRecallPayment(() => showToast({ kind: 'success', text: t('done') }));
  const confirm = () => recall.mutate({ id: uid, reason, idempotency }, { onSettled: () => setAsking(false) });
  return (
    <>
      {recall.error && <Notice kind="danger" title={failureText(recall.error)} />}
      <Button kind="quiet" icon={<Undo2 size={18} />} onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('title')}
          text={
            <span className="grid gap-4">
              <span>{t('text', { name: payee.name })}</span>
              <SelectField
                label={t('reason')}
                value={reason}
                onChange={(event) => setReason(reasons.find((each) => each === event.target.value) ?? 'duplicate')}
                options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
              />
            </span>
          }
          confirmLabel={t('confirm')}
          busy={recall.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

function RecallState({ recall: { state, askedAt, answeredAt } }: { recall: NonNullable<PaymentView['recall']> }) {
  const t = useTranslations('payment.recall');
  const { at } = useMoments();
  return (
    <Notice kind={state === 'refused' ? 'warning' : 'info'} title={t(`state.${state}`)}>
      {t(`stateText.${state}`)} {t('asked', { when: at(answeredAt ?? askedAt) })}
    </Notice>
  );
}
