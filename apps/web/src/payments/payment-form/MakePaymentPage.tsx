import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type PayeeDraft, payeeQuery, useIsPayable, usePayeePaths, usePayees } from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { storeDraft } from '../../platform/forms/draft.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MemberTransferForm, memberDraftFor, memberDraftName } from '../member-transfer/member-transfer.tsx';
import { useEarlierPayment } from '../payment/payment.tsx';
import { BackButton } from './BackButton.tsx';
import { NewPayeeStep, newPayeeDraftName } from './NewPayeeStep.tsx';
import { PaymentSteps } from './PaymentSteps.tsx';
import { isUnconfirmed } from './payment-request.ts';
import type { SendChoice } from './send-choice.ts';
import { useMoveDraft } from './use-payment-draft.ts';
import { WhomStep } from './WhomStep.tsx';

export const MakePaymentPage = () => <MakePayment />;
export const PaymentGbpPage = () => <MakePayment choice="gbp" />;
export const PaymentEurPage = () => <MakePayment choice="eur" />;
export const PaymentThbPage = () => <MakePayment choice="thb" />;
export const PaymentAbroadPage = () => <MakePayment choice="swt" />;

type Address = { payee?: string; again?: string; step?: string };

type Props = {
  choice?: SendChoice;
  /** Next to the choice of whom to pay. */
  aside?: ReactNode;
};

/** One form for every payment. The address says whom and which step; what was typed is in the draft of that payee. */
export const MakePayment = (props: Props) => (
  <>
    <BackButton />
    <Steps {...props} />
  </>
);

function Steps({ choice, aside }: Props) {
  const t = useTranslations('makePayment');
  useSetPageTitle(t(useSession().userType === 'wallet' ? 'titleWallet' : 'title'));
  const navigate = useNavigate();
  const to = usePayeePaths();
  const owner = useSession().user.uid;
  const address: Address = useSearch({ strict: false });
  const { payees, payee, isPending } = usePayeeOfAddress(address);
  const moveDraft = useMoveDraft();
  const goTo = (next: Address, replace = false) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, payee: undefined, again: undefined, step: undefined, ...next }),
      replace,
    });
  const choose = (next: PayeeView) => {
    if (payee && payee.uid !== next.uid) moveDraft(payee, next);
    goTo({ payee: next.uid });
  };
  const addPayee = (details: PayeeDraft | undefined) => {
    storeDraft(owner, newPayeeDraftName, details ?? { country: '' });
    goTo({ step: 'new' });
  };
  const payMember = (identifier: string) => {
    storeDraft(owner, memberDraftName, memberDraftFor(identifier));
    goTo({ step: 'member' });
  };
  const payAdded = (added: PayeeView) => {
    if (added.status === 'approved' || isUnconfirmed(added)) return goTo({ payee: added.uid }, true);
    showToast({ kind: 'success', text: t('addedForApproval', { name: added.name }) });
    void navigate({ ...linkTo(to.view(added.currency, added.type, added.uid)), replace: true });
  };
  const isNamed = address.payee !== undefined || address.again !== undefined;
  if (isNamed && isPending) return <Skeleton shape="card" count={2} />;
  if (isNamed && payees.error && !payees.data) return <PayeesFailed payees={payees} />;
  if (payee && address.step !== 'whom')
    return <PaymentSteps key={`${payee.uid} ${address.again ?? ''}`} payee={payee} address={address} goTo={goTo} />;
  if (address.step === 'new') return <NewPayeeStep onPasteInstead={() => goTo({})} onAdded={payAdded} />;
  if (address.step === 'member')
    return (
      <div className="mx-auto w-full max-w-[640px]">
        <MemberTransferForm />
      </div>
    );
  return (
    <div className="grid gap-4">
      {isNamed && !payee && <NotPayable />}
      {choice === 'swt' && <SwiftNotice />}
      <WhomStep choice={choice} onChoose={choose} onNew={addPayee} onMember={payMember} aside={aside} />
    </div>
  );
}

/** The payee that the address names, or the one of the earlier payment; undefined if they cannot be paid now. */
function usePayeeOfAddress({ payee: uid, again }: Address) {
  const payees = usePayees();
  const isPayable = useIsPayable();
  const earlier = useEarlierPayment(again);
  const payeeUid = uid ?? earlier.data?.payeeUid;
  const listed = payees.data?.find((each) => each.uid === payeeUid);
  // One that is saved with the payment is in no list yet, and one that was paid without being saved never is.
  const isMissing = payeeUid !== undefined && payees.data !== undefined && !payees.isFetching && !listed;
  const unlisted = useQuery({ ...payeeQuery(payeeUid ?? ''), enabled: isMissing });
  const found = listed ?? (unlisted.data && isUnlisted(unlisted.data) ? unlisted.data : undefined);
  const payee = found && (isUnconfirmed(found) || isPayable(found)) ? found : undefined;
  const isLookedUp = payeeUid !== undefined && !found && (payees.isFetching || (isMissing && unlisted.isPending));
  return { payees, payee, isPending: payees.isPending || isLookedUp || (again !== undefined && earlier.isPending) };
}

const isUnlisted = (payee: PayeeView): boolean => isUnconfirmed(payee) || !payee.saved;

function PayeesFailed({ payees }: { payees: ReturnType<typeof usePayees> }) {
  const t = useTranslations('paymentForm.whom');
  return (
    <Card>
      <ErrorState title={t('failed')} text={failureText(payees.error)} onRetry={() => void payees.refetch()} />
    </Card>
  );
}

function SwiftNotice() {
  const t = useTranslations('makePayment.noSwift');
  const { swiftState } = useSession();
  return swiftState ? null : (
    <Notice kind="warning" title={t('title')}>
      {t('text')}
    </Notice>
  );
}

function NotPayable() {
  const t = useTranslations('makePayment');
  return <Notice kind="info" title={t('notPayable')} />;
}
