import { useTranslations } from 'use-intl';
import { useAccountName } from '../../ui/account-name.ts';
import { RateInput } from '../../ui/RateInput.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { ErrorField, StandingOrderDraft } from './standing-order-draft.ts';
import type { useStandingOrderForm } from './use-standing-order-form.ts';

type Props = {
  form: ReturnType<typeof useStandingOrderForm>;
  change: (more: Partial<StandingOrderDraft>) => void;
  errorOf: (field: ErrorField) => string | undefined;
};

export function TopUpFields({ form: { draft, source, fillers, filler }, change, errorOf }: Props) {
  const t = useTranslations('standingOrder.exchange');
  const nameOf = useAccountName();
  if (!source || fillers.length === 0) return null;
  return (
    <>
      <SelectField
        label={t('topUp')}
        value={filler?.bankholderid ?? ''}
        onChange={({ target }) => change({ topUpFrom: target.value })}
        options={[
          { value: '', label: t('topUpNone') },
          ...fillers.map((account) => ({
            value: account.bankholderid,
            label: t(account.currency === source.currency ? 'topUpMove' : 'topUpFrom', { account: nameOf(account) }),
          })),
        ]}
      />
      {filler && filler.currency !== source.currency && (
        <RateInput
          id="standing-topUp"
          label={t('topUpFloor')}
          pair={{ sell: filler.currency, buy: source.currency }}
          value={draft.topUpFloor}
          onChange={(topUpFloor) => change({ topUpFloor })}
          hint={`${t('topUpHint')} ${t('floorHint')}`}
          error={errorOf('topUp')}
          optional
        />
      )}
    </>
  );
}
