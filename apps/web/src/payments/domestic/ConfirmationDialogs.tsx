import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import type { Money } from '../../ui/money.ts';
import { type PaymentDraft, toPinPurpose } from './payment-draft.ts';
import type { usePaymentConfirmation } from './use-payment-confirmation.ts';
import type { useSubmitPayment } from './use-submit-payment.ts';

type Props = {
  confirm: ReturnType<typeof usePaymentConfirmation>;
  sending: ReturnType<typeof useSubmitPayment>;
  draft: PaymentDraft;
  payee: PayeeView;
  amount: Money;
};

/** The PIN for what was reviewed, and the question about a payment that looks like one made before. */
export function ConfirmationDialogs({ confirm, sending, draft, payee, amount }: Props) {
  const t = useTranslations('payment');
  return (
    <>
      {confirm.asking && (
        <PinDialog
          key={confirm.asking.round}
          action="verify"
          purpose={toPinPurpose(confirm.asking.terms, draft.idempotency)}
          description={t.rich('review.pinAbout', {
            amount: () => <MoneyAmount value={amount} className="font-bold text-text" />,
            name: () => <strong className="text-text">{payee.name}</strong>,
          })}
          onResult={({ authorisation }) => authorisation && confirm.approve(authorisation)}
          onClose={confirm.close}
        />
      )}
      {confirm.duplicate && !confirm.asking && (
        <ConfirmDialog
          title={t('duplicate.title')}
          text={confirm.duplicate.text}
          confirmLabel={t('duplicate.confirm')}
          cancelLabel={t('duplicate.cancel')}
          onConfirm={confirm.duplicate.sendAgain}
          onCancel={sending.forget}
        />
      )}
    </>
  );
}
