import type { SettingDocument } from '@larkmere/contract/back-office/setting';
import { useTranslations } from 'use-intl';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

const stages = ['draft', 'second', 'scheduled', 'live'] as const;

/** Where the latest change stands, and which version is in force since when. */
export function SettingStages({ document, isDrafting }: { document: SettingDocument; isDrafting: boolean }) {
  const t = useTranslations('manageSetting.stage');
  const { at } = useDateTimeTexts();
  const { version, effectiveFrom, createdBy, approvedBy, changes } = document;
  const has = (state: string): boolean => changes.some((change) => change.state === state);
  const current = isDrafting ? 'draft' : has('proposed') ? 'second' : has('scheduled') ? 'scheduled' : 'live';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-small">
      <ol aria-label={t('label')} className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {stages.map((stage, place) => {
          const isCurrent = stage === current;
          return (
            <li
              key={stage}
              aria-current={isCurrent ? 'step' : undefined}
              className={`flex items-center gap-2 ${isCurrent ? 'font-bold' : 'text-text-muted'}`}
            >
              <span
                aria-hidden
                className={`grid size-5 place-items-center rounded-full text-caption ${
                  isCurrent ? 'bg-brand text-on-brand' : 'border border-line-strong'
                }`}
              >
                {place + 1}
              </span>
              {t(stage)}
            </li>
          );
        })}
      </ol>
      <p className="text-text-muted">
        {effectiveFrom ? t('version', { version: String(version), when: at(effectiveFrom) }) : t('nothing')}
        {createdBy && approvedBy && ` · ${t('people', { author: createdBy, approver: approvedBy })}`}
      </p>
    </div>
  );
}
