import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SecondFactors } from '../second-factor/second-factor.tsx';
import { DisownedNotice } from './DisownedNotice.tsx';
import { devicesQuery } from './device.api.ts';
import { NewDeviceQuestion } from './NewDeviceQuestion.tsx';
import { SignedInDevices } from './SignedInDevices.tsx';

export function DevicePage() {
  const t = useTranslations('device');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(devicesQuery);
  const [isDisowned, setIsDisowned] = useState(false);
  if (error && !data)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto grid w-full max-w-[1120px] gap-5">
      {isDisowned && <DisownedNotice />}
      {data
        ?.filter(({ isNew, current }) => isNew && !current)
        .map((device) => (
          <NewDeviceQuestion key={device.uid} device={device} onDisowned={() => setIsDisowned(true)} />
        ))}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <SecondFactors />
        </div>
        {data ? <SignedInDevices devices={data} /> : <Skeleton shape="card" count={2} />}
      </div>
    </div>
  );
}
