import type { RateAlertView } from '@larkmere/contract/fx/rate-alert';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate, formatTime } from '../../ui/date-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useRemoveAlert } from './rate-alert.api.ts';

export function AlertRow({ alert, onEdit }: { alert: RateAlertView; onEdit: () => void }) {
  const t = useTranslations('rateAlert');
  const locale = useLocale();
  const { sell, buy, target, direction, state, rateNow, firedAt } = alert;
  const sentence = t(direction, { rate: formatDisplayedRate(target) });
  const sentAt = firedAt && `${formatDate(new Date(firedAt), locale)} ${formatTime(new Date(firedAt), locale)}`;
  const facts = [
    t('row.pair', { sell, buy }),
    rateNow && t('row.now', { rate: formatDisplayedRate(rateNow) }),
    sentAt && t('row.told', { moment: sentAt }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <Card>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 flex-1 font-semibold">{sentence}</h2>
          <StatusPill kind={state === 'fired' ? 'success' : 'info'}>{t(`state.${state}`)}</StatusPill>
        </div>
        <p className="text-small text-text-muted">{facts.join(' · ')}</p>
        <Actions alert={alert} sentence={sentence} onEdit={onEdit} />
      </div>
    </Card>
  );
}

type ActionsProps = { alert: RateAlertView; sentence: string; onEdit: () => void };

function Actions({ alert: { uid, state }, sentence, onEdit }: ActionsProps) {
  const t = useTranslations('rateAlert');
  const [asks, setAsks] = useState(false);
  const remove = useRemoveAlert();
  const exchange = useSession().userType === 'wallet' ? paths.walletFx : paths.transfer;
  const edit = t(state === 'fired' ? 'row.again' : 'row.edit');
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'fired' && navigation.isBuilt(exchange) && (
        <Link to={exchange} className={buttonClass()}>
          {t('row.exchange')}
        </Link>
      )}
      <Button kind="secondary" aria-label={t('row.of', { action: edit, sentence })} onClick={onEdit}>
        {edit}
      </Button>
      <Button
        kind="secondary"
        aria-label={t('row.of', { action: t('row.remove'), sentence })}
        onClick={() => setAsks(true)}
      >
        {t('row.remove')}
      </Button>
      {remove.error && <Notice kind="danger" title={failureText(remove.error)} />}
      {asks && (
        <ConfirmDialog
          title={t('remove.title')}
          text={t('remove.text')}
          confirmLabel={t('remove.confirm')}
          cancelLabel={t('remove.keep')}
          tone="danger"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ uid }, { onSettled: () => setAsks(false) })}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  );
}
