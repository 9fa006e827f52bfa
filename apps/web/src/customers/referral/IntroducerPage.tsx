import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PartnerPart } from '../introducer-partner/introducer-partner.tsx';
import { InviteCard } from './InviteCard.tsx';
import { ReferralFigures } from './ReferralFigures.tsx';
import { ReferralList } from './ReferralList.tsx';
import { type Referrals, referralsQuery } from './referral.api.ts';
import { bareReward, shortReward } from './reward-text.ts';

/** `/introducer` */
export function IntroducerPage() {
  const t = useTranslations('referral');
  const referrals = useQuery(referralsQuery);
  const offer = referrals.data?.offer;
  useSetPageTitle(t('title', { reward: offer ? shortReward(offer.reward) : t('reward.plus') }));
  return (
    <Introducer referrals={referrals}>
      <PartnerPart />
    </Introducer>
  );
}

/** `/wallet/introducer` */
export function WalletIntroducerPage() {
  const t = useTranslations('referral');
  const referrals = useQuery(referralsQuery);
  const offer = referrals.data?.offer;
  useSetPageTitle(t('walletTitle', { reward: offer ? bareReward(offer.reward) : t('reward.wallet') }));
  return <Introducer referrals={referrals} />;
}

type Query = Readonly<{ data: Referrals | undefined; error: Error | null; refetch: () => unknown }>;

function Introducer({ referrals: { data, error, refetch }, children }: { referrals: Query; children?: ReactNode }) {
  const t = useTranslations('referral');
  if (data?.takesPart === false)
    return (
      <Card>
        <EmptyState title={t('notOffered')} icon={<Gift size={22} />}>
          {t('notOfferedText')}
        </EmptyState>
      </Card>
    );
  if (data)
    return (
      <div className="grid gap-4">
        {children}
        <InviteCard referrals={data} />
        <ReferralFigures referrals={data} />
        <ReferralList list={data.list} />
      </div>
    );
  if (error)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  return <Skeleton shape="card" count={3} />;
}
