import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useTranslations } from 'use-intl';
import { AccountField } from '../../accounts/bank-account/bank-account.tsx';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RateInput } from '../../ui/RateInput.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { TargetField } from '../rate/rate.tsx';
import { type AutoFxDraft, canReserve, fixedAmountCurrency, hasFixedAmount, isScheduled } from './auto-fx-draft.ts';
import { PayOnFillFields } from './PayOnFillFields.tsx';
import { type FieldErrors, fieldId } from './use-field-errors.ts';

type Props = {
  draft: AutoFxDraft;
  accounts: BankAccountView[];
  faults: FieldErrors;
  change: (change: Partial<AutoFxDraft>) => void;
};

const orderTypes = ['limit', 'stop', 'schedule', 'sweep'] as const;
const amountModes = ['fixed_sell', 'fixed_buy', 'all_available', 'above_floor'] as const;
const repeatOptions = ['none', 'daily', 'weekly', 'monthly'] as const;

export function AutoFxFields(props: Props) {
  const t = useTranslations('autoFx.form');
  const { draft, faults, change } = props;
  return (
    <>
      <SelectField
        label={t('type')}
        value={draft.type}
        onChange={({ target }) => change({ type: target.value as AutoFxDraft['type'] })}
        options={orderTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <AccountFields {...props} />
      <AmountFields {...props} />
      {isScheduled(draft) ? <ScheduleFields {...props} /> : <TargetFields {...props} />}
      <Field label={t('until')} hint={t('untilHint')} optional>
        <TextInput
          type="date"
          value={draft.validUntil}
          onChange={({ target }) => change({ validUntil: target.value })}
        />
      </Field>
      <SelectField
        label={t('offHours')}
        value={draft.offHours}
        onChange={({ target }) => change({ offHours: target.value as AutoFxDraft['offHours'] })}
        options={(['hold', 'execute'] as const).map((value) => ({ value, label: t(`offHoursOptions.${value}`) }))}
      />
      <PayOnFillFields draft={draft} faults={faults} change={change} />
      {canReserve(draft) && (
        <Checkbox checked={draft.reserve} onChange={({ target }) => change({ reserve: target.checked })}>
          {t('reserve')}
        </Checkbox>
      )}
    </>
  );
}

function AccountFields({ draft, accounts, change }: Props) {
  const t = useTranslations('autoFx.form');
  const found = (id: string) => accounts.find(({ bankholderid }) => bankholderid === id);
  const chooseSource = (id: string) => {
    const source = found(id);
    const target =
      found(draft.targetBankholderId)?.currency === source?.currency
        ? accounts.find(({ currency }) => currency !== source?.currency)
        : found(draft.targetBankholderId);
    if (source && target)
      change({
        sourceBankholderId: id,
        sell: source.currency,
        targetBankholderId: target.bankholderid,
        buy: target.currency,
        targetRate: '',
        afterFill: null,
      });
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AccountField label={t('from')} value={draft.sourceBankholderId} onChange={chooseSource} accounts={accounts} />
      <AccountField
        label={t('to')}
        value={draft.targetBankholderId}
        onChange={(id) =>
          change({ targetBankholderId: id, buy: found(id)?.currency ?? draft.buy, targetRate: '', afterFill: null })
        }
        accounts={accounts.filter(({ currency }) => currency !== draft.sell)}
      />
    </div>
  );
}

function AmountFields({ draft, faults, change }: Props) {
  const t = useTranslations('autoFx.form');
  const { amountMode, sell, buy } = draft;
  return (
    <>
      {draft.type !== 'sweep' && (
        <SelectField
          label={t('mode')}
          value={amountMode}
          onChange={({ target }) => change({ amountMode: target.value as AutoFxDraft['amountMode'] })}
          options={amountModes.map((value) => ({ value, label: t(`modes.${value}`, { sell, buy }) }))}
        />
      )}
      {hasFixedAmount(draft) && (
        <AmountInput
          id={fieldId('amount')}
          label={t('amount')}
          currency={fixedAmountCurrency(draft)}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          error={faults.amount}
        />
      )}
      {amountMode === 'above_floor' && (
        <AmountInput
          id={fieldId('floor')}
          label={t('floor')}
          currency={sell}
          value={draft.floor}
          onChange={(floor) => change({ floor })}
          error={faults.floor}
        />
      )}
    </>
  );
}

function TargetFields({ draft, faults, change }: Props) {
  const t = useTranslations('autoFx.form');
  return (
    <>
      <TargetField
        id={fieldId('targetRate')}
        label={t('target')}
        sell={draft.sell}
        buy={draft.buy}
        value={draft.targetRate}
        onChange={(targetRate) => change({ targetRate })}
        hint={t('targetHint')}
        error={faults.targetRate}
      />
      {draft.type === 'stop' && (
        <RateInput
          id={fieldId('maxSlippagePct')}
          label={t('slippage')}
          hint={t('slippageHint')}
          error={faults.maxSlippagePct}
          value={draft.maxSlippagePct}
          onChange={(maxSlippagePct) => change({ maxSlippagePct })}
        />
      )}
    </>
  );
}

function ScheduleFields({ draft, change }: Props) {
  const t = useTranslations('autoFx.form');
  const choices = draft.type === 'sweep' ? repeatOptions.slice(1) : repeatOptions;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('starts')} hint={t('startsHint')} optional>
        <TextInput type="date" value={draft.startsAt} onChange={({ target }) => change({ startsAt: target.value })} />
      </Field>
      <SelectField
        label={t('repeat')}
        value={draft.repeat}
        onChange={({ target }) => change({ repeat: target.value as AutoFxDraft['repeat'] })}
        options={choices.map((value) => ({ value, label: t(`repeats.${value}`) }))}
      />
    </div>
  );
}
