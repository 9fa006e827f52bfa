import type { KycStateView } from '@larkmere/contract/customers/kyc';
import { Link } from '@tanstack/react-router';
import { Check, Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { moneyText } from '../../ui/money.ts';

type Line = Readonly<{ works: boolean; text: string }>;

/** What can be done now, and what waits for the check, with figures. */
export function WhatWorks({ state: { status, limits } }: { state: KycStateView }) {
  const t = useTranslations('kycPage.works');
  const isOwner = useSession().user.role === 'owner';
  const works = (text: string): Line => ({ works: true, text });
  const waits = (text: string): Line => ({ works: false, text });
  const lines = (): Line[] => {
    if (status === 'approved') return [works(t('receive')), works(t('send'))];
    if (status === 'rejected') return [works(t('money')), waits(t('closed'))];
    if (limits)
      return [
        works(t('receive')),
        works(t('sendUpTo', { perPayment: moneyText(limits.perPayment), perDay: moneyText(limits.perDay) })),
        waits(t('sendMore')),
      ];
    return [works(t('save')), waits(t('receiveLater')), waits(t('sendLater')), waits(t('cardLater'))];
  };
  return (
    <Card title={t('title')}>
      <ul className="divide-y divide-line text-small">
        {lines().map(({ works: isWorking, text }) => (
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
      {status !== 'approved' && isOwner && (
        <Link to={paths.closeAccount} className={`${linkClass} mt-2 inline-flex min-h-8 items-center text-small`}>
          {t('leave')}
        </Link>
      )}
    </Card>
  );
}
