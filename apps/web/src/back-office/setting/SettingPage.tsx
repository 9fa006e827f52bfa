import type { SettingDocument } from '@larkmere/contract/back-office/setting';
import {
  cellField,
  rowKey,
  rowsOf,
  type SettingName,
  type SettingSheet,
  type SheetRow,
  sheetsOf,
} from '@larkmere/contract/back-office/setting-sheets';
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { UnsavedChangesDialog } from '../../ui/UnsavedChangesDialog.tsx';
import { RateDesk } from '../rate-desk/rate-desk.tsx';
import { ChangeList } from './ChangeList.tsx';
import { DraftLines } from './DraftLines.tsx';
import { DraftPanel } from './DraftPanel.tsx';
import { RatesCard } from './RatesCard.tsx';
import { SettingStages } from './SettingStages.tsx';
import { SheetForm } from './SheetForm.tsx';
import { SheetTable } from './SheetTable.tsx';
import { SubjectHeader, SubjectList } from './SubjectList.tsx';
import { effectQuery, settingQuery } from './setting.api.ts';
import { draftData, draftRows, emptyDraft, type SettingDraft } from './setting-draft.ts';
import { documentOfSheet } from './setting-subject.ts';

const typingMs = 400;

export const AutoFxSettingPage = () => <SettingPage setting="autofx" />;
export const SwiftSettingPage = () => <SettingPage setting="swiftpayment" />;
export const OffTimeSettingPage = () => <SettingPage setting="rate-offtime" />;
export const MarketingSettingPage = () => <SettingPage setting="setting-marketing" />;
export const PairSettingPage = () => <SettingPage setting="cab-pair-currencies" />;
export const RuleSettingPage = () => <SettingPage setting="rules" />;

function SettingPage({ setting }: { setting: SettingName }) {
  const t = useTranslations('manageSetting');
  useSetPageTitle(t(`title.${setting}`));
  const { data, error, refetch } = useQuery(settingQuery(setting));
  if (!data && error)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={8} />;
  return sheetsOf(setting).some(({ group }) => group) ? (
    <GroupedSetting setting={setting} document={data} />
  ) : (
    <LoadedSetting setting={setting} document={data} />
  );
}

/** A list of subjects; each opens as a page of its own sheet. */
function GroupedSetting({ setting, document }: Props) {
  const { sheet }: { sheet?: string } = useSearch({ strict: false });
  const subject = sheet === undefined ? undefined : documentOfSheet(document, sheet);
  if (!subject || sheet === undefined) return <SubjectList setting={setting} document={document} />;
  return (
    <div className="grid gap-4">
      <SubjectHeader setting={setting} sheet={sheet} />
      <LoadedSetting key={sheet} setting={setting} document={subject} />
    </div>
  );
}

type Props = { setting: SettingName; document: SettingDocument };

function LoadedSetting({ setting, document }: Props) {
  const t = useTranslations('manageSetting');
  const [draft, setDraft] = useState(emptyDraft);
  const sheets = sheetsOf(setting).filter(({ key }) => document.sheets.some((each) => each.key === key));
  const { sheet: sheetKey }: { sheet?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = sheets.find(({ key }) => key === sheetKey) ?? sheets[0];
  const changed = sheets.find(({ key }) => key === draft.sheet);
  const { errorOf, errorsOfNew } = useCellErrors({ setting, document, sheet: changed, draft });
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => changed !== undefined && leavesSheets(current, next, sheets.length),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const rows = (sheet: SettingSheet) => rowsOf(setting, document.data, sheet);
  const settledData = useDebounced(changed ? draftData(setting, draft, changed, rows(changed)) : undefined, typingMs);
  const partOf = (sheet: SettingSheet) => {
    const canPropose = document.sheets.some(({ key, canPropose: can }) => key === sheet.key && can);
    const isOther = changed !== undefined && changed.key !== sheet.key;
    const Part = sheet.isSingle ? SheetForm : SheetTable;
    return (
      <div className="grid gap-4">
        {isOther && <Notice kind="info">{t('otherSheet', { sheet: t(`sheet.${changed.key as 'fees'}`) })}</Notice>}
        <Part
          sheet={sheet}
          rows={rows(sheet)}
          draft={isOther ? emptyDraft : draft}
          onChange={canPropose && !isOther ? setDraft : undefined}
          errorOf={errorOf}
        />
      </div>
    );
  };
  if (!shown) return null;
  const hasAside = changed !== undefined || document.changes.length > 0;
  return (
    <div className="grid gap-4">
      <SettingStages document={document} isDrafting={changed !== undefined} />
      <div className={`grid items-start gap-4 ${hasAside ? 'xl:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}>
        <div className="grid min-w-0 gap-4">
          {sheets.length === 1 ? (
            partOf(shown)
          ) : (
            <Tabs
              value={shown.key}
              onChange={(next) => void navigate({ to: '.', search: { sheet: next }, replace: true })}
              tabs={sheets.map((sheet) => ({
                value: sheet.key,
                label: t(`sheet.${sheet.key as 'fees'}`),
                panel: sheet.key === shown.key && partOf(sheet),
              }))}
            />
          )}
          {changed && (
            <DraftLines
              version={document.version}
              sheet={changed}
              rows={rows(changed)}
              draft={draft}
              errorsOfNew={errorsOfNew}
              onChange={setDraft}
            />
          )}
        </div>
        <div className="grid min-w-0 gap-4 empty:hidden xl:sticky xl:top-20 xl:row-span-2">
          {changed && settledData && (
            <DraftPanel
              setting={setting}
              document={document}
              sheet={changed}
              rows={rows(changed)}
              draft={draft}
              proposed={settledData}
              onChange={setDraft}
            />
          )}
          <ChangeList setting={setting} document={document} />
        </div>
        {setting === 'rate-offtime' ? <RateDesk /> : <RatesCard rates={document.rates} />}
      </div>
      {blocker.status === 'blocked' && (
        <UnsavedChangesDialog
          title={t('leave.title')}
          text={t('leave.text')}
          unsavedChanges={{ leave: blocker.proceed, stay: blocker.reset }}
        />
      )}
    </div>
  );
}

type Place = Readonly<{ pathname: string; search: object }>;

/** A draft is kept while its page shows another of several sheets. */
const leavesSheets = (current: Place, next: Place, sheets: number): boolean =>
  next.pathname !== current.pathname ||
  (sheets === 1 && JSON.stringify(next.search) !== JSON.stringify(current.search));

type Drafted = Props & { sheet: SettingSheet | undefined; draft: SettingDraft };

/** The refusal of the preview, by cell. */
function useCellErrors({ setting, document: { data, version }, sheet, draft }: Drafted) {
  const t = useTranslations('manageSetting.column');
  const rows = sheet ? rowsOf(setting, data, sheet) : [];
  const settledData = useDebounced(sheet ? draftData(setting, draft, sheet, rows) : undefined, typingMs);
  const { error } = useQuery({
    ...effectQuery(setting, version, { data: (settledData ?? {}) as Record<string, unknown> }),
    enabled: settledData !== undefined,
  });
  const errors = sheet && error instanceof ApiError ? error.errors : [];
  const sent = sheet ? draftRows(draft, sheet, rows) : [];
  const at = (place: number, column: string): string | undefined => {
    const field = sheet && cellField(setting, sheet, place, column);
    return errors.find((each) => each.field === field || each.field.startsWith(`${field}.`))?.message;
  };
  const firstNew = sent.length - draft.added.length;
  return {
    errorOf: (row: SheetRow, column: string) =>
      sheet &&
      at(
        sent.findIndex((each) => rowKey(sheet, each) === rowKey(sheet, row)),
        column,
      ),
    errorsOfNew: (place: number) =>
      (sheet?.columns ?? []).flatMap(({ name }) => {
        const text = at(firstNew + place, name);
        return text ? [`${t(name as 'fixed')}: ${text}`] : [];
      }),
  };
}
