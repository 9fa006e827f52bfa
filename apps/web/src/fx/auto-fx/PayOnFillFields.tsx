import { useTranslations } from 'use-intl';
import { useDomesticPayees } from '../../payees/payee/payee.tsx';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type AutoFxDraft, payoutCurrencyOf } from './auto-fx-draft.ts';
import { type FieldErrors, fieldId } from './use-field-errors.ts';

type Props = { draft: AutoFxDraft; faults: FieldErrors; change: (change: Partial<AutoFxDraft>) => void };

export function PayOnFillFields({ draft, faults, change }: Props) {
  const t = useTranslations('autoFx.form');
  const currency = payoutCurrencyOf(draft.buy);
  const usable = useDomesticPayees(currency ?? 'GBP').data ?? [];
  // The THB list also holds payees abroad, which an order cannot pay.
  const payees = usable.filter(({ type }) => type === currency?.toLowerCase());
  const [first] = payees;
  const { afterFill } = draft;
  if (!first) return null;
  const set = (some: Partial<NonNullable<typeof afterFill>>) =>
    afterFill && change({ afterFill: { ...afterFill, ...some } });
  const toPay = (uid: string) => {
    const payee = payees.find((each) => each.uid === uid) ?? first;
    return { payeeUid: payee.uid, payeeVersion: payee.version };
  };
  return (
    <div className="grid gap-5">
      <Checkbox
        checked={afterFill !== null}
        onChange={({ target }) =>
          change({ afterFill: target.checked ? { ...toPay(first.uid), maxAmount: '', reference: '' } : null })
        }
      >
        {t('payOn')}
      </Checkbox>
      {afterFill && (
        <>
          <SelectField
            label={t('payee')}
            value={afterFill.payeeUid}
            onChange={({ target }) => set(toPay(target.value))}
            options={payees.map(({ uid, name, nickname }) => ({ value: uid, label: nickname ?? name }))}
          />
          <AmountInput
            id={fieldId('most')}
            label={t('most')}
            currency={draft.buy}
            value={afterFill.maxAmount}
            onChange={(most) => set({ maxAmount: most })}
            error={faults.most}
          />
          <Field id={fieldId('reference')} label={t('reference')} hint={t('payOnHint')} error={faults.reference}>
            <TextInput
              maxLength={18}
              autoComplete="off"
              value={afterFill.reference}
              onChange={({ target }) => set({ reference: target.value })}
            />
          </Field>
        </>
      )}
    </div>
  );
}
