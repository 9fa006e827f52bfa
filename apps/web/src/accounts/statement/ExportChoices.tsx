import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { type ExportFormat, exportFormats, exportPresets } from '@larkmere/contract/accounts/export-presets';
import { type ReactNode, useId } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { useAccountName } from '../../ui/account-name.ts';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { DateRange } from '../../ui/DateRange.tsx';
import { toLondonDate } from '../../ui/date-text.ts';
import { type ExportForm, exportPeriods } from './export-form.ts';

type Props = Readonly<{ form: ExportForm; change: (change: Partial<ExportForm>) => void }>;

const checkedTile =
  'has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
const tile = `cursor-pointer border border-line-strong transition-colors hover:bg-sunken ${checkedTile}`;

type SectionProps = Readonly<{ title: string; hint?: string; children: ReactNode }>;

const Section = ({ title, hint, children }: SectionProps) => (
  <fieldset className="grid min-w-0 gap-2">
    <legend className="sr-only">{title}</legend>
    <div aria-hidden className="flex items-baseline justify-between gap-3">
      <span className="font-bold">{title}</span>
      {hint && <span className="text-small text-text-muted">{hint}</span>}
    </div>
    {children}
  </fieldset>
);

export function PresetChoice({ form, change }: Props) {
  const t = useTranslations('statementExport');
  const name = useId();
  return (
    <Section title={t('software')} hint={t('softwareHint')}>
      <div className="flex flex-wrap gap-1.5">
        {exportPresets.map((preset) => (
          <label
            key={preset}
            className={`grid min-h-9 place-items-center rounded-full px-3 text-small font-semibold has-checked:text-brand-text ${tile}`}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={form.preset === preset}
              onChange={() => change({ preset })}
            />
            {t(`preset.${preset}`)}
          </label>
        ))}
      </div>
    </Section>
  );
}

export function FormatChoice({ form, change }: Props) {
  const t = useTranslations('statementExport');
  const name = useId();
  const option = (format: ExportFormat) => (
    <label key={format} className={`grid content-start rounded-control px-3 py-2 ${tile}`}>
      <input
        type="radio"
        name={name}
        className="sr-only"
        checked={form.format === format}
        onChange={() => change({ format })}
      />
      <span className="font-semibold">{t(`formatName.${format}`)}</span>
      <span className="text-small text-text-muted">{t(`formatUse.${format}`)}</span>
    </label>
  );
  return (
    <Section title={t('format')}>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">{exportFormats.map(option)}</div>
    </Section>
  );
}

export function PeriodChoice({ form, change }: Props) {
  const t = useTranslations('statementExport');
  const locale = useLocale();
  const now = useNow();
  const { lastMonth, thisQuarter, lastTaxYear } = exportPeriods(now);
  const month = new Date(`${lastMonth.from}T12:00`).toLocaleDateString(`${locale}-u-ca-gregory`, { month: 'long' });
  const presets = [
    { label: month, range: lastMonth },
    { label: t('thisQuarter'), range: thisQuarter },
    { label: t('lastTaxYear'), range: lastTaxYear },
  ];
  return (
    <Section title={t('period')}>
      <DateRange stacked value={form} onChange={change} presets={presets} max={toLondonDate(now)} />
    </Section>
  );
}

type AccountsProps = Props & Readonly<{ accounts: readonly BankAccountView[] }>;

export function AccountsChoice({ form, change, accounts }: AccountsProps) {
  const t = useTranslations('statementExport');
  const nameOf = useAccountName();
  const toggle = (id: string) =>
    change({
      accounts: accounts
        .map(({ bankholderid }) => bankholderid)
        .filter((each) => (each === id ? !form.accounts.includes(id) : form.accounts.includes(each))),
    });
  return (
    <Section title={t('accounts')} hint={t('accountsHint')}>
      <div className="flex flex-wrap gap-2">
        {accounts.map((account) => (
          <label
            key={account.bankholderid}
            className={`flex min-h-11 items-center gap-2 rounded-control px-3 text-small font-semibold ${tile}`}
          >
            <input
              type="checkbox"
              className="size-4.5 accent-brand"
              checked={form.accounts.includes(account.bankholderid)}
              onChange={() => toggle(account.bankholderid)}
            />
            <CurrencyFlag code={account.currency} size={20} />
            {nameOf(account)}
          </label>
        ))}
      </div>
    </Section>
  );
}

export function LayoutChoice({ form, change }: Props) {
  const t = useTranslations('statementExport');
  const name = useId();
  return (
    <Section title={t('rows')}>
      <div className="grid grid-cols-2 overflow-hidden rounded-control border border-line-strong">
        {(['compact', 'flat'] as const).map((layout) => (
          <label
            key={layout}
            className="grid min-h-11 cursor-pointer place-items-center px-2 text-center text-small font-semibold transition-colors hover:bg-sunken has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={form.layout === layout}
              onChange={() => change({ layout })}
            />
            {t(`layout.${layout}`)}
          </label>
        ))}
      </div>
    </Section>
  );
}
