import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { usePayees } from '../../payees/payee/payee.tsx';
import { failureText, toQueryFailure } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { QuickMemberTransfer } from '../member-transfer/member-transfer.tsx';
import { PaymentSteps } from '../payment-form/payment-form.tsx';
import { FavouriteIcon } from './FavouriteIcon.tsx';
import { favouritesQuery, usePrepareFavourite } from './favourite.api.ts';

export function FavouriteSendPage() {
  const t = useTranslations('favourite');
  useSetPageTitle(t('send'));
  const { uid }: { uid?: string } = useParams({ strict: false });
  const favourites = useQuery(favouritesQuery);
  const favourite = favourites.data?.list.find((each) => each.uid === uid);
  const all = (
    <Link to={paths.walletFavorites} className={buttonClass('secondary')}>
      {t('sending.all')}
    </Link>
  );
  return (
    <div className={`mx-auto grid w-full gap-5 ${favourite?.target.kind === 'payee' ? '' : 'max-w-[640px]'}`}>
      {favourite ? (
        <>
          <StepHeading>{t('sending.title')}</StepHeading>
          <Heading favourite={favourite} />
          {favourite.problem ? (
            <Stopped favourite={favourite} problem={favourite.problem} />
          ) : (
            <Payment key={favourite.uid} favourite={favourite} />
          )}
          <p>{all}</p>
        </>
      ) : (
        <QueryFallback
          failure={favourites.data ? { isMissing: true, text: '' } : toQueryFailure(favourites.error)}
          texts={{ missing: t('sending.missing'), missingText: t('sending.missingText'), failed: t('failed') }}
          action={all}
          onRetry={() => void favourites.refetch()}
        />
      )}
    </div>
  );
}

const Heading = ({ favourite: { icon, label, target } }: { favourite: FavouriteView }) => (
  <div className="flex items-center gap-3">
    <FavouriteIcon icon={icon} />
    <p className="min-w-0 wrap-anywhere">
      <span className="block font-semibold">{label}</span>
      <span className="block text-small text-text-muted">{target.name}</span>
    </p>
  </div>
);

type StoppedProps = { favourite: FavouriteView; problem: NonNullable<FavouriteView['problem']> };

function Stopped({ favourite: { uid }, problem }: StoppedProps) {
  const t = useTranslations('favourite.sending');
  return (
    <Notice
      kind="warning"
      title={t('stopped')}
      action={
        <Link {...linkTo(paths.walletFavoriteEdit(uid))} className={buttonClass('secondary')}>
          {t('check')}
        </Link>
      }
    >
      {problem.text}
    </Notice>
  );
}

function Payment({ favourite }: { favourite: FavouriteView }) {
  const { uid, currency, amount, reference, target } = favourite;
  const prepare = usePrepareFavourite();
  if (target.kind === 'payee') return <PayeePayment favourite={favourite} check={() => prepare.mutateAsync({ uid })} />;
  return (
    <QuickMemberTransfer
      name={`favourite-${uid}`}
      recipientName={target.name}
      currency={currency}
      amount={amount ?? ''}
      message={reference ?? ''}
      check={async () => {
        const { recipient } = await prepare.mutateAsync({ uid });
        if (!recipient) throw new Error('a favourite of a member was prepared without a recipient');
        return recipient;
      }}
    />
  );
}

type PayeePaymentProps = { favourite: FavouriteView; check: () => Promise<unknown> };

/** The form of every payment, filled in. */
function PayeePayment({ favourite: { uid, amount, reference, target }, check }: PayeePaymentProps) {
  const t = useTranslations('favourite');
  const payees = usePayees();
  const navigate = useNavigate();
  const { step }: { step?: string } = useSearch({ strict: false });
  const payee = payees.data?.find((each) => each.uid === target.payee?.uid);
  if (payee)
    return (
      <PaymentSteps
        payee={payee}
        preset={{ name: `favourite-${uid}`, amount: amount ?? '', reference: reference ?? '' }}
        check={check}
        address={step === undefined ? {} : { step }}
        goTo={({ step: next }, replace = false) =>
          void navigate({ to: '.', search: next === undefined ? {} : { step: next }, replace })
        }
      />
    );
  if (payees.isPending) return <Skeleton shape="card" count={1} />;
  return (
    <Card>
      <ErrorState
        title={t('sending.payeeFailed')}
        text={failureText(payees.error)}
        onRetry={() => void payees.refetch()}
      />
    </Card>
  );
}
