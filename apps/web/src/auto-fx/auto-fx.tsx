import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { buttonClass } from '../ui/button-class.ts';
import type { Wish } from './auto-fx-draft.ts';

type Props = {
  wish: Omit<Wish, 'new'>;
  now: ReactNode;
  thenPay?: string | undefined;
};

export function OffHoursChoices({ wish, now, thenPay }: Props) {
  const t = useTranslations('autoFx.offHours');
  const { user, userType } = useSession();
  const heading = useId();
  if (userType === 'wallet' || !user.accessRole.autofx) return now;
  const withPay = (text: string) => (thenPay ? `${text} ${t('thenPay', { currency: thenPay })}` : text);
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="text-h2 font-bold">
        {t('when')}
      </h2>
      <ul className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">
        {now && <Choice about={t('nowText')}>{now}</Choice>}
        <Choice about={withPay(t('atOpenText'))}>
          <Link {...linkTo(paths.autoFxFor({ ...wish, new: 'schedule' }))} className={buttonClass('secondary')}>
            {t('atOpen')}
          </Link>
        </Choice>
        <Choice about={withPay(t('atTargetText'))}>
          <Link {...linkTo(paths.autoFxFor({ ...wish, new: 'limit' }))} className={buttonClass('secondary')}>
            {t('atTarget')}
          </Link>
        </Choice>
      </ul>
    </section>
  );
}

const Choice = ({ about, children }: { about: string; children: ReactNode }) => (
  <li className="grid content-start gap-1.5">
    {children}
    <p className="text-small text-text-muted">{about}</p>
  </li>
);
