import type { ApprovalRuleTerms } from '@larkmere/contract/approvals/approval';
import { currencies } from '@larkmere/money/money';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { ApprovalRules } from './approval.api.ts';
import { useAlternatives } from './use-request-texts.ts';

type People = ApprovalRules['people'];
type Role = ApprovalRuleTerms['approverRoles'][number];
type Props = {
  terms: ApprovalRuleTerms;
  change: (some: Partial<ApprovalRuleTerms>) => void;
  people: People;
  fault: string | undefined;
};

const expiryDays = [1, 3, 7, 14, 30];

export function RuleFields({ terms, change, people, fault }: Props) {
  const t = useTranslations('teamApproval.form');
  const { scope, minAmount, currency, approvers, expiresDays } = terms;
  return (
    <div className="grid gap-5">
      <LabelledChoice label={t('scope')}>
        <Segmented
          label={t('scope')}
          value={scope}
          onChange={(next) => change({ scope: next })}
          options={(['payment', 'payee', 'fx'] as const).map((value) => ({ value, label: t(`scopes.${value}`) }))}
        />
      </LabelledChoice>
      <MakerField terms={terms} change={change} people={people} />
      {scope !== 'payee' && (
        <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <AmountInput
            label={t('from')}
            hint={t(`fromHint.${scope}`)}
            currency={currency}
            value={minAmount}
            onChange={(next) => change({ minAmount: next })}
            error={fault}
          />
          <SelectField
            label={t('currency')}
            value={currency}
            onChange={({ target }) => change({ currency: currencies.find((each) => each === target.value) ?? 'GBP' })}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </div>
      )}
      <LabelledChoice label={t('approvers')}>
        <Segmented
          label={t('approvers')}
          value={String(approvers)}
          onChange={(next) => change({ approvers: Number(next) })}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
        />
      </LabelledChoice>
      <RoleFields terms={terms} change={change} people={people} />
      <SelectField
        label={t('expires')}
        value={String(expiresDays)}
        onChange={({ target }) => change({ expiresDays: Number(target.value) })}
        options={expiryDays.map((days) => ({ value: String(days), label: t('days', { days }) }))}
      />
    </div>
  );
}

const LabelledChoice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <span aria-hidden className="font-semibold">
      {label}
    </span>
    {children}
  </div>
);

type PartProps = Omit<Props, 'fault'>;

function MakerField({ terms: { scope, appliesTo }, change, people }: PartProps) {
  const t = useTranslations('teamApproval');
  const makers = people.filter(({ canInitiate }) => canInitiate.includes(scope));
  const value = appliesTo.to === 'all' ? 'all' : appliesTo.to === 'role' ? appliesTo.role : appliesTo.uid;
  const choose = (next: string) => {
    const maker = makers.find(({ uid }) => uid === next);
    if (maker) return change({ appliesTo: { to: 'person', uid: maker.uid } });
    change({ appliesTo: next === 'all' ? { to: 'all' } : { to: 'role', role: next as Role } });
  };
  return (
    <SelectField
      label={t('form.of')}
      value={value}
      onChange={({ target }) => choose(target.value)}
      options={[
        { value: 'all', label: t('form.ofAll') },
        ...rolesOf(makers).map((role) => ({ value: role, label: t('form.ofRole', { role: t(`role.${role}`) }) })),
        ...makers.map(({ uid, name }) => ({ value: uid, label: name })),
      ]}
    />
  );
}

function RoleFields({ terms: { scope, approverRoles }, change, people }: PartProps) {
  const t = useTranslations('teamApproval');
  const either = useAlternatives();
  const able = people.filter(({ canApprove }) => canApprove.includes(scope));
  const counted = able.filter(({ role }) => approverRoles.length === 0 || approverRoles.includes(role as Role));
  const tick = (role: Role, isOn: boolean) =>
    change({ approverRoles: isOn ? [...approverRoles, role] : approverRoles.filter((each) => each !== role) });
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{t('form.roles')}</legend>
      <p className="text-small text-text-muted">{t('form.rolesHint')}</p>
      <div className="flex flex-wrap gap-x-6">
        {rolesOf(able).map((role) => (
          <Checkbox
            key={role}
            checked={approverRoles.includes(role)}
            onChange={({ target }) => tick(role, target.checked)}
          >
            {t(`role.${role}`)}
          </Checkbox>
        ))}
      </div>
      <p role="status" className="text-small text-text-muted">
        {counted.length > 0 ? t('form.can', { names: either(counted.map(({ name }) => name)) }) : t('form.nobody')}
      </p>
    </fieldset>
  );
}

const rolesOf = (people: People): Role[] => [...new Set(people.map(({ role }) => role as Role))];
