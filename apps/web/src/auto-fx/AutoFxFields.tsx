import type { BankAccountView } from '@larkmere/contract/bank-account';
import { useTranslations } from 'use-intl';
import { TargetField } from '../rate/rate.tsx';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { RateInput } from '../ui/RateInput.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { type Draft, fixedIn, isFixed, isTimed, mayReserve } from './auto-fx-draft.ts';
import { PayOnFields } from './PayOnFields.tsx';
import { type Faults, idOf } from './use-faults.ts';

type Props = { draft: Draft; accounts: BankAccountView[]; faults: Faults; change: (change: Partial<Draft>) => void };

const types = ['limit', 'stop', 'schedule', 'sweep'] as const;
const modes = ['fixed_sell', 'fixed_buy', 'all_available', 'above_floor'] as const;
const repeats = ['none', 'daily', 'weekly', 'monthly'] as const;

export function AutoFxFields(props: Props) {
  const t = useTranslations('autoFx.form');
  const { draft, faults, change } = props;
  return (
    <>
      <SelectField
        label={t('type')}
        value={draft.type}
        onChange={({ target }) => change({ type: target.value as Draft['type'] })}
        options={types.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <Accounts {...props} />
      <Amount {...props} />
      {isTimed(draft) ? <Days {...props} /> : <Target {...props} />}
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
        onChange={({ target }) => change({ offHours: target.value as Draft['offHours'] })}
        options={(['hold', 'execute'] as const).map((value) => ({ value, label: t(`offHoursOptions.${value}`) }))}
      />
      <PayOnFields draft={draft} faults={faults} change={change} />
      {mayReserve(draft) && (
        <Checkbox checked={draft.reserve} onChange={({ target }) => change({ reserve: target.checked })}>
          {t('reserve')}
        </Checkbox>
      )}
    </>
  );
}

function Accounts({ draft, accounts, change }: Props) {
  const t = useTranslations('autoFx.form');
  const label = ({ currency, accountnumber, bankholderid }: BankAccountView): string =>
    t('account', { currency, number: accountnumber ?? bankholderid });
  const optionsOf = (list: BankAccountView[]) =>
    list.map((account) => ({ value: account.bankholderid, label: label(account) }));
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
      <SelectField
        label={t('from')}
        value={draft.sourceBankholderId}
        onChange={({ target }) => chooseSource(target.value)}
        options={optionsOf(accounts)}
      />
      <SelectField
        label={t('to')}
        value={draft.targetBankholderId}
        onChange={({ target }) =>
          change({
            targetBankholderId: target.value,
            buy: found(target.value)?.currency ?? draft.buy,
            targetRate: '',
            afterFill: null,
          })
        }
        options={optionsOf(accounts.filter(({ currency }) => currency !== draft.sell))}
      />
    </div>
  );
}

function Amount({ draft, faults, change }: Props) {
  const t = useTranslations('autoFx.form');
  const { amountMode, sell, buy } = draft;
  return (
    <>
      {draft.type !== 'sweep' && (
        <SelectField
          label={t('mode')}
          value={amountMode}
          onChange={({ target }) => change({ amountMode: target.value as Draft['amountMode'] })}
          options={modes.map((value) => ({ value, label: t(`modes.${value}`, { sell, buy }) }))}
        />
      )}
      {isFixed(draft) && (
        <AmountInput
          id={idOf('amount')}
          label={t('amount')}
          currency={fixedIn(draft)}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          error={faults.amount}
        />
      )}
      {amountMode === 'above_floor' && (
        <AmountInput
          id={idOf('floor')}
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

function Target({ draft, faults, change }: Props) {
  const t = useTranslations('autoFx.form');
  return (
    <>
      <TargetField
        id={idOf('targetRate')}
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
          id={idOf('maxSlippagePct')}
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

function Days({ draft, change }: Props) {
  const t = useTranslations('autoFx.form');
  const choices = draft.type === 'sweep' ? repeats.slice(1) : repeats;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('starts')} hint={t('startsHint')} optional>
        <TextInput type="date" value={draft.startsAt} onChange={({ target }) => change({ startsAt: target.value })} />
      </Field>
      <SelectField
        label={t('repeat')}
        value={draft.repeat}
        onChange={({ target }) => change({ repeat: target.value as Draft['repeat'] })}
        options={choices.map((value) => ({ value, label: t(`repeats.${value}`) }))}
      />
    </div>
  );
}
