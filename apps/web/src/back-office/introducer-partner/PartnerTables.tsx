import type { PartnerFile } from '@larkmere/contract/back-office/partner-rule';
import { Link } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatMonth } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable, staffPaths } from '../parts/parts.ts';

type Introduced = PartnerFile['introduced'][number];
type Statement = PartnerFile['statements'][number];

export function IntroducedTable({ rows, hasRule }: { rows: readonly Introduced[]; hasRule: boolean }) {
  const t = useTranslations('manageCustomer.partner.introduced');
  const referral = useTranslations('manageCustomer.referral');
  const { at } = useDateTimeTexts();
  const { day } = useDateText();
  const earns = ({ excluded, earnsUntil }: Introduced) => {
    if (excluded) return <StatusPill kind="danger">{referral(`reason.${excluded}`)}</StatusPill>;
    if (!hasRule) return t('noRule');
    return earnsUntil ? t('until', { day: day(earnsUntil) }) : t('forever');
  };
  return (
    <Card flush title={t('title')}>
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-text-muted">{t('none')}</p>
      ) : (
        <StaffTable<Introduced>
          caption={t('title')}
          rows={rows}
          keyOf={({ customer }) => customer.uid}
          columns={[
            {
              key: 'who',
              title: t('who'),
              cell: ({ customer: { uid, name, memberCode } }) => (
                <span className="grid">
                  <Link to={staffPaths.customer(uid)} className={linkClass}>
                    {name}
                  </Link>
                  <span className="figures text-caption text-text-muted">{memberCode}</span>
                </span>
              ),
            },
            { key: 'step', title: t('step'), cell: ({ step }) => referral(`step.${step}`) },
            { key: 'earns', title: t('earns'), cell: earns },
            { key: 'joined', title: t('joined'), isNumber: true, cell: ({ introducedAt }) => at(introducedAt) },
          ]}
        />
      )}
    </Card>
  );
}

const pillKinds = { paid: 'success', due: 'warning', carried: 'neutral' } as const;

export function StatementTable({ rows }: { rows: readonly Statement[] }) {
  const t = useTranslations('manageCustomer.partner.statements');
  const locale = useLocale();
  return (
    <Card flush title={t('title')}>
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-text-muted">{t('none')}</p>
      ) : (
        <StaffTable<Statement>
          caption={t('title')}
          rows={rows}
          keyOf={({ uid }) => uid}
          columns={[
            {
              key: 'month',
              title: t('month'),
              cell: ({ month, isFinal }) => (
                <span className="grid">
                  {formatMonth(month, locale)}
                  {isFinal && <span className="text-caption text-text-muted">{t('last')}</span>}
                </span>
              ),
            },
            {
              key: 'state',
              title: t('state'),
              cell: ({ state, reason }) => (
                <span className="grid justify-items-start gap-1">
                  <StatusPill kind={pillKinds[state]}>{t(`states.${state}`)}</StatusPill>
                  {reason}
                </span>
              ),
            },
            {
              key: 'share',
              title: t('share'),
              isNumber: true,
              cell: ({ share }) => <MoneyAmount value={share} size="sm" />,
            },
            {
              key: 'carriedIn',
              title: t('carriedIn'),
              isNumber: true,
              cell: ({ carriedIn }) => <MoneyAmount value={carriedIn} size="sm" />,
            },
            {
              key: 'total',
              title: t('total'),
              isNumber: true,
              cell: ({ total }) => <MoneyAmount value={total} size="sm" />,
            },
          ]}
        />
      )}
    </Card>
  );
}
