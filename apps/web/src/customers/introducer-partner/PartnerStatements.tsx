import type { PartnerStatement } from '@larkmere/contract/customers/introducer-partner';
import { Download } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMonth, toLocalDate } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { downloadStatement } from './introducer-partner.api.ts';

const pillKinds = { paid: 'success', due: 'warning', carried: 'neutral' } as const;

export function PartnerStatements({ list }: { list: readonly PartnerStatement[] }) {
  const t = useTranslations('introducerPartner.statements');
  return (
    <Card flush title={t('title')}>
      {list.length === 0 ? (
        <p className="px-5 pb-5 text-text-muted">{t('none')}</p>
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line border-t border-line">
          {list.map((statement) => (
            <li key={statement.uid} className="px-5 py-3">
              <StatementRow statement={statement} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function StatementRow({ statement }: { statement: PartnerStatement }) {
  const t = useTranslations('introducerPartner.statements');
  const month = formatMonth(statement.month, useLocale());
  const { day } = useDateText();
  const { uid, state, total, share, carriedIn, paidAt, reason, isFinal } = statement;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="grid min-w-0 justify-items-start gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="font-semibold">{month}</strong>
          <StatusPill kind={pillKinds[state]}>{t(`state.${state}`)}</StatusPill>
          {isFinal && <span className="text-small text-text-muted">{t('last')}</span>}
        </span>
        {paidAt && (
          <span className="text-small text-text-muted">{t('paidOn', { day: day(toLocalDate(new Date(paidAt))) })}</span>
        )}
        {reason && <span className="text-small">{reason}</span>}
        {Number(carriedIn.amount) !== 0 && (
          <span className="text-small text-text-muted">
            {t('carriedIn', { share: moneyText(share), carriedIn: moneyText(carriedIn) })}
          </span>
        )}
      </div>
      <div className="grid justify-items-end gap-1 max-sm:w-full max-sm:grid-flow-col max-sm:items-center max-sm:justify-between">
        <MoneyAmount value={total} className="font-semibold" />
        <span className="flex gap-2">
          {(['pdf', 'csv'] as const).map((format) => (
            <Button
              key={format}
              kind="secondary"
              icon={<Download size={16} />}
              aria-label={t('download', { month, format: t(format) })}
              onClick={() => void downloadStatement(uid, format).catch(reportFailure)}
            >
              {t(format)}
            </Button>
          ))}
        </span>
      </div>
    </div>
  );
}
