import type { SubscriptionView } from '@larkmere/contract/accounts/statement-subscription';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { formatShortDate } from '../../ui/date-text.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { type ExportForm, findFault } from './export-form.ts';
import { subscriptionQuery, useChangeSubscription } from './statement-subscription.api.ts';

type Props = Readonly<{ form: ExportForm; all: readonly string[] }>;

/** Turns monthly statements on and off, with format, rows and accounts as they are chosen above. */
export function MonthlyStatements({ form, all }: Props) {
  const t = useTranslations('statementExport.monthly');
  const { data: subscription } = useQuery(subscriptionQuery);
  const { mutateAsync } = useChangeSubscription();
  const request = useIdempotentRequest(mutateAsync, () => undefined);
  if (subscription === undefined) return null;
  const chosen = { ...settingsOf(form, all), ...(!subscription && forReading) };
  const subscribe = () => void request.send({ kind: 'subscribe', input: { ...chosen, idempotency: request.key } });
  const unsubscribe = () => void request.send({ kind: 'unsubscribe', input: { idempotency: request.key } });
  const isBusy = request.sending || request.unknown;
  const isChange = subscription !== null && !isSame(subscription, chosen);
  return (
    <section aria-label={t('title')} className="grid gap-2 border-t border-line pt-4">
      <h3 className="flex items-center gap-2 font-bold">
        <CalendarCheck aria-hidden size={18} />
        {t('title')}
      </h3>
      <SubmitNotice submission={request} refusedTitle={t('notDone')} retryText={t('retry')} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div aria-live="polite" className="min-w-0 flex-1 text-small">
          {subscription ? <Subscribed {...subscription} /> : <p className="text-text-muted">{t('about')}</p>}
        </div>
        {(isChange || !subscription) && (
          <Button
            kind="secondary"
            aria-disabled={findFault(form) === 'chooseAccount'}
            busy={isBusy}
            onClick={subscribe}
          >
            {t(subscription ? 'change' : 'turnOn')}
          </Button>
        )}
        {subscription && (
          <Button kind="quiet" busy={isBusy} onClick={unsubscribe}>
            {t('turnOff')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Subscribed({ accounts, format, preset, nextOn }: SubscriptionView) {
  const t = useTranslations('statementExport');
  const locale = useLocale();
  const now = useNow();
  const what = preset ? t(`preset.${preset}`) : t(`formatName.${format}`);
  return (
    <>
      <p className="font-semibold">
        {accounts ? t('monthly.some', { what, count: accounts.length }) : t('monthly.all', { what })}
      </p>
      <p className="text-text-muted">
        {t('monthly.next', { day: formatShortDate(new Date(`${nextOn}T12:00`), locale, now) })}
      </p>
    </>
  );
}

type Settings = Pick<SubscriptionView, 'format' | 'layout'> &
  Readonly<{ accounts: string[] | null; preset: ExportForm['preset'] }>;

/** A statement to keep is a PDF, whatever was exported last. It can be changed afterwards. */
const forReading = { format: 'pdf', layout: 'compact', preset: undefined } as const;

/** All accounts stand for those that are opened later as well. */
const settingsOf = ({ accounts, format, layout, preset }: ExportForm, all: readonly string[]): Settings => ({
  accounts: all.every((id) => accounts.includes(id)) ? null : [...accounts],
  format,
  layout,
  preset,
});

const isSame = (now: SubscriptionView, chosen: Settings): boolean =>
  now.format === chosen.format &&
  now.layout === chosen.layout &&
  (now.preset ?? undefined) === chosen.preset &&
  [...(now.accounts ?? [])].toSorted().join() === [...(chosen.accounts ?? [])].toSorted().join();
