import type { KycStateView } from '@larkmere/contract/customers/kyc';
import { Link } from '@tanstack/react-router';
import { Check, Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { moneyText } from '../../ui/money.ts';
import { whatWorks } from './what-works.ts';

type Line = Readonly<{ works: boolean; text: string }>;

/** What can be done now, and what waits for the check, with figures. */
export function WhatWorks({ state }: { state: KycStateView }) {
  const t = useTranslations('kycPage.works');
  const { user, accountStatus } = useSession();
  const { works, waits } = whatWorks(state, accountStatus);
  const figures = state.limits
    ? { perPayment: moneyText(state.limits.perPayment), perDay: moneyText(state.limits.perDay) }
    : { perPayment: '', perDay: '' };
  const lines: Line[] = [
    ...works.map((key) => ({ works: true, text: t(key, figures) })),
    ...waits.map((key) => ({ works: false, text: t(key) })),
  ];
  return (
    <Card title={t('title')}>
      <ul className="divide-y divide-line text-small">
        {lines.map(({ works: isWorking, text }) => (
          <li key={text} className="flex gap-3 py-2.5 first:pt-0 last:pb-0">
            {isWorking ? (
              <Check size={18} className="shrink-0 text-success" />
            ) : (
              <Lock size={18} className="shrink-0 text-text-muted" />
            )}
            <span>
              {!isWorking && <span className="sr-only">{t('waits')}: </span>}
              {text}
            </span>
          </li>
        ))}
      </ul>
      {state.status !== 'approved' && user.role === 'owner' && (
        <Link to={paths.closeAccount} className={`${linkClass} mt-2 inline-flex min-h-8 items-center text-small`}>
          {t('leave')}
        </Link>
      )}
    </Card>
  );
}
