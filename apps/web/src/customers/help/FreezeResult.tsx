import type { FreezeView, HelpView } from '@larkmere/contract/customers/help';
import { useQuery } from '@tanstack/react-query';
import { Check, Snowflake } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate, formatTime } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { HelpText } from '../../ui/HelpText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { freezeQuery } from './help.api.ts';
import { telephoneLink } from './hours.ts';

/** What is stopped and what still goes through. The banner above it unfreezes. */
export function FreezeResult({ help }: { help: HelpView }) {
  const t = useTranslations('help.frozen');
  const { data, error, refetch } = useQuery(freezeQuery);
  if (error && !data) return <ErrorState title={t('title')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="card" count={2} />;
  if (!data.isFrozen) return <p>{t('not')}</p>;
  return (
    <>
      <By freeze={data} />
      <Stopped freeze={data} />
      <Card title={t('next')}>
        <ul className="grid gap-1">
          <li>
            <a
              href={telephoneLink(help.emergencyTelephone)}
              className={`${linkClass} inline-flex min-h-11 items-center`}
            >
              {t('call', { telephone: help.emergencyTelephone })}
            </a>
          </li>
          <li>
            <OwnLink address={paths.changePassword} className={`${linkClass} inline-flex min-h-11 items-center`}>
              {t('password')}
            </OwnLink>
          </li>
          <li>
            <OwnLink address={paths.device} className={`${linkClass} inline-flex min-h-11 items-center`}>
              {t('devicesLink')}
            </OwnLink>
          </li>
        </ul>
      </Card>
    </>
  );
}

function By({ freeze: { byName, frozenAt } }: { freeze: FreezeView }) {
  const t = useTranslations('help.frozen');
  const locale = useLocale();
  if (byName === null || frozenAt === null) return null;
  const at = new Date(frozenAt);
  return (
    <p className="text-text-muted">
      <HelpText>{t('by', { name: byName, day: formatDate(at, locale), time: formatTime(at, locale) })}</HelpText>
    </p>
  );
}

const kinds = ['cards', 'payments', 'standingOrders', 'autoFxOrders'] as const;

function Stopped({ freeze: { stopped, withBank } }: { freeze: FreezeView }) {
  const t = useTranslations('help.frozen');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Card title={t('stopped')}>
        <ul className="grid gap-2">
          {kinds.map((kind) => (
            <Line key={kind} icon={<Snowflake size={18} className="text-info" aria-hidden />}>
              {t(kind, { count: stopped[kind] })}
            </Line>
          ))}
          <Line icon={<Snowflake size={18} className="text-info" aria-hidden />}>{t('devices')}</Line>
        </ul>
      </Card>
      <Card title={t('continues')}>
        <ul className="grid gap-2">
          {withBank > 0 && (
            <Line icon={<Check size={18} className="text-success" aria-hidden />}>
              {t('withBank', { count: withBank })}
            </Line>
          )}
          <Line icon={<Check size={18} className="text-success" aria-hidden />}>{t('receive')}</Line>
        </ul>
      </Card>
    </div>
  );
}

const Line = ({ icon, children }: { icon: React.ReactNode; children: string }) => (
  <li className="flex gap-2.5">
    <span className="mt-1 shrink-0">{icon}</span>
    {children}
  </li>
);
