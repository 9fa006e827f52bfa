import type { ExportView } from '@larkmere/contract/accounts/statement-export';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { formatDateTime, formatShortDate } from '../../ui/date-text.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

const shown = 3;

/** One that was prepared in the background; the others may only be downloaded for minutes. */
const isBackgroundExport = (expiresAt: string, now: Date): boolean => Date.parse(expiresAt) > now.getTime() + 3_600_000;

type Props = Readonly<{
  list: readonly ExportView[];
  /** For a download that the PIN must confirm. */
  onConfirm: (each: ExportView) => void;
}>;

/** What was exported last, by whom, and what is being prepared. */
export function RecentExports({ list, onConfirm }: Props) {
  const t = useTranslations('statementExport');
  if (list.length === 0) return null;
  return (
    <section aria-label={t('recent')} className="grid gap-1 border-t border-line pt-4">
      <h3 className="font-bold">{t('recent')}</h3>
      <ul className="grid divide-y divide-line">
        {list.slice(0, shown).map((each) => (
          <RecentExport key={each.uid} {...each} onConfirm={() => onConfirm(each)} />
        ))}
      </ul>
    </section>
  );
}

function RecentExport({
  state,
  file,
  from,
  to,
  format,
  preset,
  progress,
  requestedBy,
  requestedAt,
  expiresAt,
  kind,
  needsConfirmation,
  onConfirm,
}: ExportView & Readonly<{ onConfirm: () => void }>) {
  const t = useTranslations('statementExport');
  const locale = useLocale();
  const now = useNow();
  const day = (text: string) => formatShortDate(new Date(`${text}T12:00`), locale, now);
  const moment = (text: string) => formatDateTime(new Date(text), locale, now);
  const what = kind === 'closing_pack' ? t('records') : preset ? t(`preset.${preset}`) : t(`formatName.${format}`);
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-small">
      <div className="grid min-w-0 flex-1">
        <span className="font-semibold">{t('recentText', { what, from: day(from), to: day(to) })}</span>
        <span className="text-text-muted">{t(`recentBy.${kind}`, { name: requestedBy, at: moment(requestedAt) })}</span>
      </div>
      {state === 'preparing' && (
        <div className="grid w-28 gap-1">
          <span className="text-text-muted">{t('state.preparing')}</span>
          <ProgressBar value={progress} max={100} label={t('progress', { what })} />
        </div>
      )}
      {state === 'failed' && <span className="font-semibold text-danger">{t('state.failed')}</span>}
      {file !== null && expiresAt !== null && (
        <div className="grid justify-items-end">
          {kind === 'closing_pack' && needsConfirmation ? (
            <Link to={paths.closeAccount} className={linkClass}>
              {t('recordsAgain')}
            </Link>
          ) : (
            <Button
              kind="quiet"
              icon={<Download size={16} />}
              onClick={() => (needsConfirmation ? onConfirm() : void downloadFile(file, 'token').catch(reportFailure))}
            >
              {t('again')}
            </Button>
          )}
          {isBackgroundExport(expiresAt, now) && (
            <span className="text-text-muted">{t('until', { at: moment(expiresAt) })}</span>
          )}
        </div>
      )}
    </li>
  );
}
