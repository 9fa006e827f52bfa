import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { usePayees } from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { isDomesticCurrency } from '../payment/payment.tsx';
import { FavouriteForm } from './FavouriteForm.tsx';
import { favouriteMembersQuery } from './favourite.api.ts';

/** Payees that a wallet can pay. */
const isPayable = ({ status, type, currency }: PayeeView): boolean =>
  status === 'approved' && isDomesticCurrency(currency) && type === currency.toLowerCase();

/** `chosen`: `member:` with a transfer, or `payee:` with a payee. */
export function NewFavourite({ chosen, onDone }: { chosen: string; onDone: () => void }) {
  const t = useTranslations('favourite');
  const members = useQuery(favouriteMembersQuery);
  const payees = usePayees();
  if (members.isPending || payees.isPending) return <Skeleton shape="card" count={1} />;
  if (!members.data || !payees.data)
    return (
      <Card>
        <ErrorState
          title={t('failed')}
          text={failureText(members.error ?? payees.error)}
          onRetry={() => {
            void members.refetch();
            void payees.refetch();
          }}
        />
      </Card>
    );
  const targets = { members: members.data.list, payees: payees.data.filter(isPayable) };
  if (targets.members.length + targets.payees.length > 0)
    return <FavouriteForm targets={targets} chosen={chosen} onDone={onDone} />;
  return (
    <Card>
      <EmptyState
        title={t('form.noTargets')}
        action={
          <Button kind="secondary" onClick={onDone}>
            {t('form.cancel')}
          </Button>
        }
      >
        {t('form.noTargetsText')}
      </EmptyState>
    </Card>
  );
}
