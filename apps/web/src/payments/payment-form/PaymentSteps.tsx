import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useUnsavedChanges } from '../../platform/forms/use-unsaved-changes.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { moneyText } from '../../ui/money.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnknownOutcome } from '../../ui/UnknownOutcome.tsx';
import { FormStep } from './FormStep.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { hasTyped, isReference, isValidAmount } from './payment-draft.ts';
import type { PaymentOrder } from './payment-request.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { type Confirmation, useConfirmation } from './use-confirmation.ts';
import { type Preset, type StoredDraft, usePaymentDraft } from './use-payment-draft.ts';
import { type PaymentForm, usePayingAccounts, usePaymentForm } from './use-payment-form.ts';

type Address = { payee?: string; again?: string; step?: string };
type Props = {
  payee: PayeeView;
  address: Address;
  goTo: (next: Address, replace?: boolean) => void;
  /** A payment to this payee and nobody else, filled in by a favourite. */
  preset?: Preset | undefined;
  /** Called right before the PIN. Nothing is sent if it throws. */
  check?: (() => Promise<unknown>) | undefined;
};

/** The steps of a payment to one payee: the form, the review, and an outcome that nobody knows yet. */
export function PaymentSteps({ payee, address, goTo, preset, check }: Props) {
  const t = useTranslations('makePayment');
  const stored = usePaymentDraft(payee, address.again, preset);
  const { accounts, sources, source } = usePayingAccounts(payee, stored.draft.source);
  if (accounts.isPending || stored.isFilling) return <Skeleton shape="card" count={3} />;
  if (!sources)
    return (
      <Card>
        <ErrorState
          title={t('accountsFailed')}
          text={failureText(accounts.error)}
          onRetry={() => void accounts.refetch()}
        />
      </Card>
    );
  if (!source)
    return (
      <Card>
        <EmptyState title={t('noAccount')}>{t('noAccountText')}</EmptyState>
      </Card>
    );
  return <Steps {...{ stored, payee, sources, source, address, goTo, preset, check }} />;
}

type StepsProps = Props & {
  stored: StoredDraft;
  source: BankAccountView;
  sources: readonly BankAccountView[];
};

function Steps({ stored, payee, source, sources, address, goTo, preset, check }: StepsProps) {
  const form = usePaymentForm({ stored, payee, source, sources });
  const isDone = useRef(false);
  const { userType } = useSession();
  const router = useRouter();
  const navigate = useNavigate();
  const { pathname } = router.state.location;
  const leaving = useUnsavedChanges({
    hasUnsavedChanges: () => !isDone.current && hasTyped(stored.draft, payee),
    path: pathname,
    returning: [paths.instantPaymentStart, paths.walletDeposit],
  });
  const confirmation = useConfirmation({ form, check }, ({ uid }: PaymentView) => {
    isDone.current = true;
    stored.renew();
    // A user who has navigated away in the meantime stays there.
    if (router.state.location.pathname !== pathname) return;
    const next = userType === 'wallet' ? paths.walletPaid(uid) : paths.paymentDetail(uid);
    void navigate({ ...linkTo(next), replace: true });
  });
  const { sent } = stored.draft;
  const named = { ...(address.payee && { payee: address.payee }), ...(address.again && { again: address.again }) };
  const toForm = () => goTo(named);
  const toWhom = preset ? undefined : () => goTo({ ...named, step: 'whom' });
  const content = () => {
    if (sent && confirmation.sending.work !== 'first')
      return <OutcomeUnknown order={sent} payee={payee} confirmation={confirmation} />;
    if (address.step === 'review' && isComplete(form))
      return (
        <ReviewStep
          form={form}
          confirmation={confirmation}
          onBack={toForm}
          onChangePayee={toWhom}
          onStartAgain={() => {
            stored.renew();
            goTo({ payee: payee.uid }, true);
          }}
        />
      );
    return (
      <FormStep
        form={form}
        onChangePayee={toWhom}
        onNext={() => {
          confirmation.sending.forget();
          goTo({ ...named, step: 'review' });
        }}
      />
    );
  };
  return (
    <>
      {content()}
      {leaving && <LeaveDialog leaving={leaving} discard={stored.renew} />}
    </>
  );
}

function isComplete({ draft, payee, source }: PaymentForm): boolean {
  const currency = draft.side === 'send' ? source.currency : payee.currency;
  const reference = draft.reference.trim();
  return isValidAmount(currency, draft.amount) && reference !== '' && isReference(payee, reference);
}

type UnknownProps = { order: PaymentOrder; payee: PayeeView; confirmation: Confirmation };

function OutcomeUnknown({ order, payee, confirmation: { sending } }: UnknownProps) {
  const t = useTranslations('makePayment.unknown');
  const { userType } = useSession();
  const list = (
    <Link to={userType === 'wallet' ? paths.walletHistory : paths.payments} className={buttonClass('secondary')}>
      {t('list')}
    </Link>
  );
  const text =
    order.kind === 'exchange'
      ? t('textExchange', { name: payee.name })
      : t('text', { amount: moneyText(order.order), name: payee.name });
  return (
    <UnknownOutcome
      timeouts={sending.silences}
      busy={sending.work !== undefined}
      link={list}
      onAgain={() => void sending.send(order)}
    >
      {text}
    </UnknownOutcome>
  );
}
