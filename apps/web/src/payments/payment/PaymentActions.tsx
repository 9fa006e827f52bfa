import type { PaymentView, RecallReason } from '@larkmere/contract/payments/payment';
import { Link } from '@tanstack/react-router';
import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { isDomesticCurrency } from './domestic-currency.ts';
import { isScheduled, useCancelPayment, useRecallPayment } from './payment.api.ts';
import { makeRegularPath, payAgainPath } from './payment-paths.ts';

export function PaymentActions({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payment.detail');
  const { state, canCancel, canRecall, recall } = payment;
  const session = useSession();
  const mayPay = canInitiate(session.user, 'payment');
  const again = mayPay ? payAgainPath(payment, session) : undefined;
  const regular = canInitiate(session.user, 'standingorder') && canBeRegular(payment);
  return (
    <>
      {recall && <RecallNotice recall={recall} />}
      {again && (
        <Link {...linkTo(again)} className={buttonClass('secondary', true)}>
          {t(state === 'draft' ? 'change' : 'again')}
        </Link>
      )}
      {regular && (
        <Link {...linkTo(makeRegularPath(payment))} className={buttonClass('secondary', true)}>
          {t('regular')}
        </Link>
      )}
      {mayPay && canCancel && <CancelButton payment={payment} />}
      {mayPay && canRecall && <RecallButton payment={payment} />}
    </>
  );
}

/** A standing order to a payee in the same country is paid from an account in that payee's currency. */
const canBeRegular = ({ state, kind, amount, source }: PaymentView): boolean =>
  state !== 'draft' &&
  kind === 'domestic' &&
  isDomesticCurrency(amount.currency) &&
  source.currency === amount.currency;

function CancelButton({ payment: { uid, state } }: { payment: PaymentView }) {
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
          text={t(isScheduled(state) ? 'textPlanned' : 'text')}
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

const recallReasons = ['duplicate', 'changed_mind', 'technical', 'fraud'] as const satisfies readonly RecallReason[];

/** A recall is a request: the payee or their bank decides. */
function RecallButton({ payment: { uid, payee } }: { payment: PaymentView }) {
  const t = useTranslations('payment.recall');
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<RecallReason>();
  const [idempotency] = useState(newIdempotencyKey);
  const recall = useRecallPayment(() => showToast({ kind: 'success', text: t('done') }));
  const [isTried, setTried] = useState(false);
  const confirm = () => {
    if (reason) recall.mutate({ id: uid, reason, idempotency }, { onSettled: () => setAsking(false) });
    else setTried(true);
  };
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
                value={reason ?? ''}
                error={isTried && !reason ? t('reasonMissing') : undefined}
                onChange={({ target }) => setReason(recallReasons.find((each) => each === target.value))}
                options={[
                  { value: '', label: t('chooseReason'), disabled: true },
                  ...recallReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
                ]}
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

function RecallNotice({ recall }: { recall: NonNullable<PaymentView['recall']> }) {
  const t = useTranslations('payment.recall');
  const { at } = useDateTimeTexts();
  const { state, requestedBy, requestedAt, answeredAt } = recall;
  const { name, isYou } = requestedBy;
  const title = isYou || answeredAt ? t(`state.${state}`) : t('titleBy', { name });
  const when = at(requestedAt);
  return (
    <Notice kind={state === 'refused' ? 'warning' : 'info'} title={title}>
      {t(`stateText.${state}`)} {answeredAt && `${t('answered', { when: at(answeredAt) })} `}
      {isYou ? t('askedByYou', { when }) : t('askedBy', { name, when })}
    </Notice>
  );
}
