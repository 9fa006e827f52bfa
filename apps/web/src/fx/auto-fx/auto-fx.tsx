import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import type { AutoFxPrefill } from './auto-fx-draft.ts';

type Props = {
  prefill: Omit<AutoFxPrefill, 'new'>;
  exchangeNow: ReactNode;
  payoutCurrency?: string | undefined;
};

export function OffHoursOptions({ prefill, exchangeNow, payoutCurrency }: Props) {
  const t = useTranslations('autoFx.offHours');
  const { user, userType } = useSession();
  const heading = useId();
  if (userType === 'wallet' || !user.accessRole.autofx) return exchangeNow;
  const withPay = (text: string) => (payoutCurrency ? `${text} ${t('thenPay', { currency: payoutCurrency })}` : text);
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="text-h2 font-bold">
        {t('when')}
      </h2>
      <ul className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">
        {exchangeNow && <OffHoursOption about={t('nowText')}>{exchangeNow}</OffHoursOption>}
        <OffHoursOption about={withPay(t('atOpenText'))}>
          <Link {...linkTo(paths.autoFxFor({ ...prefill, new: 'schedule' }))} className={buttonClass('secondary')}>
            {t('atOpen')}
          </Link>
        </OffHoursOption>
        <OffHoursOption about={withPay(t('atTargetText'))}>
          <Link {...linkTo(paths.autoFxFor({ ...prefill, new: 'limit' }))} className={buttonClass('secondary')}>
            {t('atTarget')}
          </Link>
        </OffHoursOption>
      </ul>
    </section>
  );
}

const OffHoursOption = ({ about, children }: { about: string; children: ReactNode }) => (
  <li className="grid content-start gap-1.5">
    {children}
    <p className="text-small text-text-muted">{about}</p>
  </li>
);
