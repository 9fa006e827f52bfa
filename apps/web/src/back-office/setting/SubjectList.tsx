import type { SettingDocument } from '@larkmere/contract/back-office/setting';
import { rowsOf, type SettingName, type SettingSheet, sheetsOf } from '@larkmere/contract/back-office/setting-sheets';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { staffPaths } from '../parts/parts.ts';

type Props = { setting: SettingName; document: SettingDocument };

/** Every subject in its group, with what waits for a decision and since when its values are in force. */
export function SubjectList({ setting, document }: Props) {
  const t = useTranslations('manageSetting');
  const shown = sheetsOf(setting).filter(({ key }) => document.sheets.some((sheet) => sheet.key === key));
  return (
    <div className="gap-4 lg:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
      {[...Map.groupBy(shown, ({ group = '' }) => group)].map(([group, sheets]) => (
        <Card key={group} title={t(`group.${group as 'payments'}`)} flush>
          <ul className="divide-y divide-line">
            {sheets.map((sheet) => (
              <li key={sheet.key}>
                <Subject setting={setting} document={document} sheet={sheet} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function Subject({ setting, document, sheet }: Props & { sheet: SettingSheet }) {
  const t = useTranslations('manageSetting');
  const { at } = useDateTimeTexts();
  const { key, isSingle } = sheet;
  const changes = document.changes.filter((change) => change.sheet === key);
  const waiting = changes.filter(({ state }) => state === 'proposed').length;
  const scheduled = changes.filter(({ state }) => state === 'scheduled').length;
  const last = changes.find(({ state }) => state === 'live');
  return (
    <Link to={staffPaths.rules} search={{ sheet: key }} className="flex items-center gap-3 px-5 py-3 hover:bg-sunken">
      <span className="min-w-0 grow">
        <span className="block font-semibold">{t(`sheet.${key as 'fees'}`)}</span>
        <span className="block text-small text-text-muted">{t(`about.${key as 'fees'}`)}</span>
        <span className="block text-caption text-text-muted">
          {last?.decidedAt
            ? t('subject.changed', { name: last.proposedBy, when: at(last.decidedAt) })
            : t('subject.unchanged')}
          {!isSingle && ` · ${t('subject.rows', { count: rowsOf(setting, document.data, sheet).length })}`}
        </span>
      </span>
      {waiting > 0 && <StatusPill kind="warning">{t('subject.waiting', { count: String(waiting) })}</StatusPill>}
      {scheduled > 0 && <StatusPill kind="info">{t('subject.scheduled', { count: String(scheduled) })}</StatusPill>}
      <ChevronRight size={18} aria-hidden className="shrink-0 text-text-muted" />
    </Link>
  );
}

/** The way back to the list. A table says itself what it is about. */
export function SubjectHeader({ setting, sheet }: { setting: SettingName; sheet: string }) {
  const t = useTranslations('manageSetting');
  const isSingle = sheetsOf(setting).some(({ key, isSingle: single }) => key === sheet && single);
  return (
    <div className="grid gap-1">
      <Link to={staffPaths.rules} className={`${linkClass} inline-flex w-fit items-center gap-1`}>
        <ChevronLeft size={16} aria-hidden /> {t('title.rules')}
      </Link>
      {isSingle && <p className="text-small text-text-muted">{t(`about.${sheet as 'fees'}`)}</p>}
    </div>
  );
}
