import { useTranslations } from 'use-intl';
import { useUsablePayees } from '../payee/payee.tsx';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { type Draft, payableOf } from './auto-fx-draft.ts';
import { type Faults, idOf } from './use-faults.ts';

type Props = { draft: Draft; faults: Faults; change: (change: Partial<Draft>) => void };

export function PayOnFields({ draft, faults, change }: Props) {
  const t = useTranslations('autoFx.form');
  const currency = payableOf(draft.buy);
  const usable = useUsablePayees(currency ?? 'GBP').data ?? [];
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
          change({ afterFill: target.checked ? { ...toPay(first.uid), most: '', reference: '' } : null })
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
            id={idOf('most')}
            label={t('most')}
            currency={draft.buy}
            value={afterFill.most}
            onChange={(most) => set({ most })}
            error={faults.most}
          />
          <Field id={idOf('reference')} label={t('reference')} hint={t('payOnHint')} error={faults.reference}>
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
