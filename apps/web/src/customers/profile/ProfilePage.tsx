import type { ProfileView } from '@larkmere/contract/customers/profile';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { HelpText } from '../../ui/HelpText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { OwnReviewCard } from '../public-review/public-review.tsx';
import { EmailChange } from './EmailChange.tsx';
import { PhoneChange } from './PhoneChange.tsx';
import { profileQuery, useUpdateProfile } from './profile.api.ts';
import { StaffVisits } from './StaffVisits.tsx';

export function ProfilePage() {
  const t = useTranslations('profile');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(profileQuery);
  if (error && !data)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-5">
      {data ? <Profile profile={data} /> : <Skeleton shape="card" count={3} />}
    </div>
  );
}

function Profile({ profile }: { profile: ProfileView }) {
  const t = useTranslations('profile');
  const { user, visit } = useSession();
  const { role, accessRole } = user;
  const { changepassword: mayChangePassword, devicemanage: mayManageDevices } = accessRole;
  const isOwner = role === 'owner';
  return (
    <>
      <Details profile={profile} />
      <Contact profile={profile} />
      {(mayChangePassword || mayManageDevices) && (
        <Card title={t('security')}>
          <div className="flex flex-wrap gap-3">
            {mayChangePassword && (
              <Link to={paths.changePassword} className={buttonClass('secondary')}>
                {t('changePassword')}
              </Link>
            )}
            {mayManageDevices && (
              <Link to={paths.device} className={buttonClass('secondary')}>
                {t('devices')}
              </Link>
            )}
          </div>
        </Card>
      )}
      {!visit && <StaffVisits />}
      <Suspense fallback={<Skeleton shape="card" count={1} />}>{!visit && <OwnReviewCard />}</Suspense>
      <News isSubscribed={profile.notifyNews} />
      {isOwner && (
        <Card title={t('close')} className="grid gap-3">
          <p className="text-text-muted">{t('closeText')}</p>
          <Link to={paths.closeAccount} className={`${buttonClass('secondary')} w-fit`}>
            {t('closeLink')}
          </Link>
        </Card>
      )}
    </>
  );
}

function Details({
  profile: { name, customerName, memberCode, username, country, address },
}: {
  profile: ProfileView;
}) {
  const t = useTranslations('profile');
  const countryName = new Intl.DisplayNames(useLocale(), { type: 'region' });
  const lines = address && [
    [address.buildingNumber, address.street].filter(Boolean).join(' '),
    [address.town, address.postCode].filter(Boolean).join(' '),
    countryName.of(address.country),
  ];
  return (
    <Card title={t('details')}>
      <SummaryList
        rows={[
          { label: t('name'), value: name },
          ...(customerName === name ? [] : [{ label: t('account'), value: customerName }]),
          { label: t('memberCode'), value: <span className="figures">{memberCode}</span> },
          { label: t('username'), value: username },
          { label: t('address'), value: lines ? lines.filter(Boolean).join(', ') : t('noAddress') },
          ...(address ? [] : [{ label: t('country'), value: countryName.of(country) }]),
        ]}
      />
    </Card>
  );
}

function Contact({ profile: { email, phone } }: { profile: ProfileView }) {
  const t = useTranslations('profile');
  const [open, setOpen] = useState<'email' | 'phone'>();
  const [done, setDone] = useState<string>();
  const finish = (text: string) => {
    setOpen(undefined);
    setDone(text);
  };
  return (
    <Card title={t('contact')} className="grid gap-4">
      {done && <Notice kind="success" title={done} />}
      <SummaryList
        rows={[
          {
            label: t('email'),
            value: <span className="wrap-anywhere">{email}</span>,
            ...(!open && { onChange: () => setOpen('email') }),
          },
          {
            label: t('phone'),
            value: phone ? <span className="figures">{phone}</span> : t('noPhone'),
            ...(!open && { onChange: () => setOpen('phone') }),
          },
        ]}
      />
      {open === 'email' && (
        <EmailChange
          email={email}
          onDone={(to) => finish(t('change.done', { email: to }))}
          onCancel={() => setOpen(undefined)}
        />
      )}
      {open === 'phone' && (
        <PhoneChange onDone={() => finish(t('phoneChange.done'))} onCancel={() => setOpen(undefined)} />
      )}
      <p className="text-small text-text-muted">
        <HelpText>{t('help')}</HelpText>
      </p>
    </Card>
  );
}

function News({ isSubscribed }: { isSubscribed: boolean }) {
  const t = useTranslations('profile');
  const update = useUpdateProfile();
  const [isSaved, setIsSaved] = useState(false);
  const request = useIdempotentRequest(update.mutateAsync, () => setIsSaved(true));
  const shown = request.sending ? (update.variables?.notifyNews ?? isSubscribed) : isSubscribed;
  return (
    <Card title={t('news')} className="grid gap-3">
      <SubmitNotice submission={request} refusedTitle={t('newsFailed')} retryText={t('newsOnce')} />
      <Checkbox
        checked={shown}
        onChange={({ target }) => {
          setIsSaved(false);
          void request.send({ notifyNews: target.checked, idempotency: request.key });
        }}
      >
        {t('newsText')}
      </Checkbox>
      <p className="text-small text-text-muted">{t('newsAlways')}</p>
      <p role="status" className="text-small text-success empty:hidden">
        {isSaved && t('newsSaved')}
      </p>
    </Card>
  );
}
