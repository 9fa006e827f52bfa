import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RateCard } from '../rate/rate.tsx';
import { TransferDone } from './TransferDone.tsx';
import { TransferFields } from './TransferFields.tsx';
import { TransferOutcomeUnknown } from './TransferOutcomeUnknown.tsx';
import { TransferReview } from './TransferReview.tsx';
import { useSubmitTransfer } from './use-submit-transfer.ts';
import { useTransferForm } from './use-transfer-form.ts';

export function TransferPage() {
  const t = useTranslations('fx');
  useSetPageTitle(t('title'));
  const form = useTransferForm();
  const sending = useSubmitTransfer(form);
  const { draft, accounts, from, to, step } = form;

  const content = () => {
    if (sending.done) {
      const again = () => {
        form.goTo('form');
        sending.again();
      };
      return <TransferDone result={sending.done} onAgain={again} />;
    }
    if (draft.sent && sending.work !== 'first')
      return <TransferOutcomeUnknown request={draft.sent} sending={sending} />;
    if (accounts.isPending) return <Skeleton shape="card" count={2} />;
    if (accounts.error && !accounts.data)
      return (
        <ErrorState
          title={t('accountsFailed')}
          text={failureText(accounts.error)}
          onRetry={() => void accounts.refetch()}
        />
      );
    if (!from || !to) return <EmptyState title={t('oneAccount')}>{t('oneAccountText')}</EmptyState>;
    if (step === 'review') return <TransferReview form={form} from={from} to={to} sending={sending} />;
    const pair = { from: from.currency, to: to.currency };
    return (
      <>
        <TransferFields form={form} from={from} to={to} />
        {form.kind === 'convert' && (
          <RateCard pair={pair} heldCurrencies={accounts.data?.map(({ currency }) => currency)} />
        )}
      </>
    );
  };
  return <div className="mx-auto grid w-full max-w-[640px] gap-6">{content()}</div>;
}
