import { regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ReferenceInput } from '../../ui/ReferenceInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { EndToEndIdField, payeeDefaultsOf, RegulatoryFields } from '../initiation/initiation.tsx';
import { referenceRuleOf } from './payment-draft.ts';
import { shortNameOf } from './short-name.ts';
import type { FormErrors } from './use-form-errors.ts';
import type { PaymentForm } from './use-payment-form.ts';

type Props = { form: PaymentForm; errors: FormErrors; tried: boolean };

/** What the payee and the banks read; more only where it is asked for or opened. */
export function DetailsCard({ form, errors, tried }: Props) {
  const t = useTranslations('makePayment.details');
  const { draft, change, payee, price, kind } = form;
  const { filter } = referenceRuleOf(payee);
  const required = price?.requiredFields ?? [];
  const offered = regulatoryFields.filter((field) => !required.includes(field));
  const [isUnfolded, setUnfolded] = useState(false);
  const previous = price?.previousAnswers ?? {};
  // Every answer is that of the last payment.
  const isRepeated = required.every((field) => previous[field] && draft.regulatoryInfo?.[field] === previous[field]);
  const isFolded = required.length > 0 && isRepeated && !isUnfolded;
  return (
    <Card className="grid gap-4 max-lg:p-4">
      <Field
        id="payment-reference"
        label={t('reference')}
        action={<span className="text-small text-text-muted">{t('sees', { name: shortNameOf(payee) })}</span>}
        error={tried ? errors.reference : undefined}
      >
        <ReferenceInput filter={filter} value={draft.reference} onChange={(reference) => change({ reference })} />
      </Field>
      {form.charges.length > 0 && <ChargesField form={form} />}
      {isFolded && <PreviousAnswers form={form} onChange={() => setUnfolded(true)} />}
      <RegulatoryFields
        value={draft.regulatoryInfo ?? {}}
        onChange={(regulatoryInfo) => change({ regulatoryInfo })}
        optionalFields={kind === 'domestic' ? offered.filter((field) => field === 'purposeCode') : offered}
        requiredFields={isFolded ? [] : required}
        defaults={payeeDefaultsOf(payee)}
        errors={tried ? errors.regulatory : {}}
        isExpanded={Boolean(draft.endToEndId)}
      >
        {kind === 'domestic' && (
          <EndToEndIdField
            value={draft.endToEndId ?? ''}
            onChange={(endToEndId) => change({ endToEndId })}
            error={tried ? errors.ownNumber : undefined}
          />
        )}
      </RegulatoryFields>
    </Card>
  );
}

function PreviousAnswers({ form: { draft }, onChange }: Pick<Props, 'form'> & { onChange: () => void }) {
  const t = useTranslations('paymentForm');
  const { purposeCode, relationship, sourceOfFunds } = draft.regulatoryInfo ?? {};
  const answers = [
    purposeCode && t(`purposeCode.${purposeCode}`),
    relationship && t(`relationship.${relationship}`),
    sourceOfFunds && t(`said.from.${sourceOfFunds}`),
  ];
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1 text-small">
        <span className="sr-only">{t('said.previous')} </span>
        {answers.filter(Boolean).join(' · ')}
      </p>
      <LinkButton onClick={onChange} aria-label={t('said.changePrevious')}>
        {t('said.change')}
      </LinkButton>
    </div>
  );
}

function ChargesField({ form: { charges, draft, change } }: Pick<Props, 'form'>) {
  const t = useTranslations('makePayment.details');
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="font-semibold">
        {t('charges')}
      </span>
      <Segmented
        label={t('charges')}
        value={draft.chargeType}
        onChange={(chargeType) => change({ chargeType })}
        options={charges.map((choice) => ({ value: choice, label: t(choice) }))}
      />
      <p className="text-small text-text-muted">{t(`about.${draft.chargeType}`)}</p>
    </div>
  );
}
